"""A network of masses and damped springs, as vectors and assembled matrices.

All arrays have a row for each particle or link. A fixed particle has an infinite mass. Forces
and energies take complex numbers, for derivatives by steps along the imaginary axis, which lose
no digits: f′(x) = Im f(x + ih)/h.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

#: Values of a scene's parameters by key.
Parameters = dict[str, Any]


@dataclass(frozen=True)
class Body:
    """A solid body, given by its signed distance."""

    shape: str
    centre: Array
    size: Array

    def distance(self, x: Array) -> tuple[Array, Array]:
        """Signed distances and normals at the rows of x."""
        d = x - self.centre
        if self.shape == "plane":
            return d @ self.size, np.broadcast_to(self.size, x.shape)
        if self.shape == "sphere":
            r = norms(d)
            return r - self.size[0], d / r[:, None]
        out = np.abs(d) - self.size
        inside = out.max(axis=1) <= 0
        nearest = np.eye(3)[out.argmax(axis=1)]
        beyond = np.where(inside[:, None], nearest, np.maximum(out, 0))
        length = norms(beyond)
        return np.where(inside, out.max(axis=1), length), beyond / length[:, None] * np.where(d < 0, -1, 1)


@dataclass(frozen=True)
class Contact:
    """Penalty contact: pressure N = max(0, k p + c ṗ) at depth p, friction μ N t/max(‖t‖, s)."""

    stiffness: float = 5000.0
    damping: float = 10.0
    friction: float = 0.3
    slip_speed: float = 0.05


@dataclass(frozen=True)
class Air:
    """Air of the velocity u = w (1 + g sin 2πt/T), which pushes a free particle by
    c ‖u − v‖ (u − v)."""

    resistance: float
    wind: Array
    gusts: float = 0.0
    period: float = 4.0

    def velocity(self, time: float) -> Array:
        """u in m/s at a time in s."""
        return self.wind * (1 + self.gusts * np.sin(2 * np.pi * time / self.period))


@dataclass(frozen=True)
class Network:
    """Masses [kg], links, stiffnesses [N/m], dampings [N·s/m], rest lengths [m], gravity [m/s²],
    drag [N·s/m]. Drag, contacts and air act on a particle with its share."""

    masses: Array
    links: Array
    stiffness: Array
    damping: Array
    lengths: Array
    isotropic: bool = False
    gravity: Array = field(default_factory=lambda: np.zeros(3))
    drag: float = 0.0
    bodies: tuple[Body, ...] = ()
    contact: Contact = Contact()
    #: Diameter in m of the spheres that push particles apart, 0 for none.
    spheres: float = 0.0
    air: Air | None = None
    #: One for each particle, or one for all.
    shares: Any = 1.0
    #: Set if the last particle is a clock: it is fixed, and its x is the time in s.
    timed: bool = False
    #: Set if the springs differ, so that no scene parameter describes them.
    own: bool = False

    @property
    def count(self) -> int:
        """Number of particles."""
        return len(self.masses)

    @property
    def free(self) -> Array:
        """Mask of the particles that are not fixed."""
        return np.isfinite(self.masses)

    @property
    def weights(self) -> Array:
        """Inverse masses."""
        return np.where(self.free, 1 / self.masses, 0.0)

    @property
    def share(self) -> Array:
        """The share of each particle, 0 if it is fixed."""
        return np.where(self.free, self.shares, 0.0)

    def with_bodies(self, bodies: tuple[Body, ...]) -> Network:
        """The same network with other bodies."""
        return replace(self, bodies=bodies)

    def with_clock(self, air: Air, x: Array, v: Array, time: float = 0.0) -> tuple[Network, Array, Array]:
        """The network in air, with a clock that shows this time, its positions and velocities. The
        methods then need no time of their own."""
        masses, shares = np.append(self.masses, np.inf), np.append(self.share, 0)
        timed = replace(self, air=air, timed=True, masses=masses, shares=shares)
        return timed, np.vstack([x, [time, 0, 0]]), np.vstack([v, [1, 0, 0]])

    def incidence(self) -> Array:
        """B with d = B x: one row a link, +1 at its first end and −1 at its second."""
        b = np.zeros((len(self.links), self.count))
        rows = np.arange(len(self.links))
        b[rows, self.links[:, 0]] = 1
        b[rows, self.links[:, 1]] = -1
        return b

    def spans(self, x: Array) -> tuple[Array, Array, Array]:
        """Vectors d along the links, their lengths and directions."""
        d = x[self.links[:, 0]] - x[self.links[:, 1]]
        r = norms(d)
        return d, r, d / r[:, None]

    def elastic(self, x: Array) -> Any:
        """Elastic energy in J."""
        _, r, _ = self.spans(x)
        return (self.stiffness * (r - self.lengths) ** 2).sum() / 2

    def weight_energy(self, x: Array) -> Any:
        """Potential energy of the weight in J."""
        return -(self.masses[self.free, None] * x[self.free] * self.gravity).sum()

    def contact_energy(self, x: Array) -> Any:
        """Elastic energy of the contacts in J."""
        distances = [body.distance(x)[0] for body in self.bodies]
        depths = [np.where(distance.real < 0, distance, 0) for distance in distances]
        single = sum(self.contact.stiffness / 2 * (self.share * depth**2).sum() for depth in depths)
        _, share, distance, _ = self.touching(x)
        return single + self.contact.stiffness / 2 * (share * distance**2).sum()

    def potential(self, x: Array) -> Any:
        """Total potential energy in J."""
        return self.elastic(x) + self.weight_energy(x) + self.contact_energy(x)

    def kinetic(self, v: Array) -> Any:
        """Kinetic energy in J."""
        return (self.masses[self.free, None] * v[self.free] ** 2).sum() / 2

    def resisted(self, x: Array, v: Array) -> Array:
        """The part of each link's relative velocity that its damper resists."""
        _, _, n = self.spans(x)
        u = v[self.links[:, 0]] - v[self.links[:, 1]]
        return u if self.isotropic else (n * u).sum(axis=1)[:, None] * n

    def forces(self, x: Array, v: Array, *, contacts: bool = True, air: bool = True) -> Array:
        """Forces on all particles in N; on fixed ones only those of springs."""
        _, r, n = self.spans(x)
        pull = (self.stiffness * (r - self.lengths))[:, None] * n + self.damping[:, None] * self.resisted(x, v)
        f = -self.incidence().T @ pull
        m = np.where(self.free, self.masses, 0.0)
        f = f + m[:, None] * self.gravity - (self.drag * self.share)[:, None] * v
        for body in self.bodies if contacts else ():
            f = f + self.touch(body, x, v)
        if contacts:
            f = f + self.push_apart(x, v)
        return f + self.blow(x, v)[0] if air else f

    def blow(self, x: Array, v: Array) -> tuple[Array, Array]:
        """Forces of the air in N, and its velocity in m/s."""
        if not self.air:
            return np.zeros_like(v), np.zeros(3)
        u = self.air.velocity(x[-1, 0].real if self.timed else 0.0)
        r = np.where(self.free[:, None], u - v, 0)
        return self.air.resistance * (self.share * norms(r))[:, None] * r, u

    def touch(self, body: Body, x: Array, v: Array) -> Array:
        """Contact forces of a body in N."""
        return self.press(*body.distance(x), v, self.share)

    def press(self, distance: Array, n: Array, v: Array, share: Array, largest: float = np.inf) -> Array:
        """Contact forces in N at these distances along n, with these shares, and with a largest
        ratio of friction to speed for a share of 1."""
        rate = (n * v).sum(axis=1)
        pressure = -self.contact.stiffness * distance - self.contact.damping * rate
        pressure = share * np.where((distance.real < 0) & (pressure.real > 0), pressure, 0)
        t = v - rate[:, None] * n
        speed = norms(t + 0)
        grip = (
            self.contact.friction
            * pressure
            / np.where(speed.real > self.contact.slip_speed, speed, self.contact.slip_speed)
        )
        grip = np.where(grip.real > largest * share, largest * share, grip) if largest < np.inf else grip
        return pressure[:, None] * n - grip[:, None] * t

    def touching(self, x: Array) -> tuple[Array, Array, Array, Array]:
        """Pairs of particles whose spheres touch, by comparison of all; the share of each pair,
        1/(1/s₁ + 1/s₂) or that of the free one; their signed distances and directions."""
        count = self.count - self.timed if self.spheres else 0
        pairs = np.array(np.triu_indices(count, 1)).T
        d = x[pairs[:, 0]] - x[pairs[:, 1]]
        near = (norms(d).real < self.spheres) & self.free[pairs].any(axis=1)
        pairs, d = pairs[near], d[near]
        share = np.broadcast_to(self.share, self.count)[pairs]
        inverse = np.where(share > 0, 1 / np.where(share > 0, share, 1), 0).sum(axis=1)
        r = norms(d)
        return pairs, 1 / inverse, r - self.spheres, d / r[:, None]

    def push_apart(self, x: Array, v: Array) -> Array:
        """Forces of the spheres on each other in N."""
        pairs, share, distance, n = self.touching(x)
        push = self.press(distance, n, v[pairs[:, 0]] - v[pairs[:, 1]], share, self.contact.damping)
        forces = np.zeros(x.shape, dtype=push.dtype)
        np.add.at(forces, pairs[:, 0], push)
        np.add.at(forces, pairs[:, 1], -push)
        return forces

    def accelerations(self, x: Array, v: Array, *, contacts: bool = True) -> Array:
        """Accelerations in m/s²; 0 for fixed particles."""
        return self.weights[:, None] * self.forces(x, v, contacts=contacts)

    def powers(self, x: Array, v: Array, *, contacts: bool = True) -> Array:
        """Powers in W: heat of dampers (including normal damping of contacts), of drag and air, of
        friction; the power of a hand that moves fixed particles against the springs; and that of
        the wind."""
        u = v[self.links[:, 0]] - v[self.links[:, 1]]
        damping = (self.damping[:, None] * self.resisted(x, v) * u).sum()
        push, u = self.blow(x, v)
        drag = self.drag * (self.share[:, None] * v**2).sum() + (push * (u - v)).sum()
        friction = 0.0
        for body in self.bodies if contacts else ():
            distance, n = body.distance(x)
            rate = (n * v).sum(axis=1)
            along = (self.touch(body, x, v) * n).sum(axis=1)
            elastic = self.share * np.where(distance < 0, -self.contact.stiffness * distance, 0)
            damping += ((elastic - along) * rate).sum()
            friction -= ((self.touch(body, x, v) - along[:, None] * n) * v).sum()
        on_fixed = self.forces(x, v, contacts=False)
        if contacts:
            pairs, share, distance, n = self.touching(x)
            u_pair = v[pairs[:, 0]] - v[pairs[:, 1]]
            push_pair = self.press(distance, n, u_pair, share, self.contact.damping)
            along, rate = (push_pair * n).sum(axis=1), (n * u_pair).sum(axis=1)
            damping += ((-share * self.contact.stiffness * distance - along) * rate).sum()
            friction -= ((push_pair - along[:, None] * n) * u_pair).sum()
            on_fixed = on_fixed + self.push_apart(x, v)
        hand = -(on_fixed[~self.free] * v[~self.free]).sum()
        return np.array([damping, drag, friction, hand, (push * u).sum()])

    def derivatives(self, x: Array, v: Array) -> tuple[Array, Array]:
        """−∂f/∂x and −∂f/∂v of all particles by imaginary steps, without a formula for K or D."""
        n = x.size
        step = 1e-30
        stiff, damp = np.empty((n, n)), np.empty((n, n))
        for column in range(n):
            nudge = np.zeros(x.shape, dtype=complex)
            nudge.flat[column] = 1j * step
            stiff[:, column] = -self.forces(x + nudge, v + 0j).imag.ravel() / step
            damp[:, column] = -self.forces(x + 0j, v + nudge).imag.ravel() / step
        return stiff, damp

    def matrices(self, x: Array, v: Array) -> tuple[Array, Array]:
        """−∂f/∂x and −∂f/∂v, assembled from the blocks of links and contacts."""
        _, r, n = self.spans(x)
        eye = np.eye(3)
        along = n[:, :, None] * n[:, None, :]
        across = eye - along
        k, mu = self.stiffness[:, None, None], self.damping[:, None, None]
        stiff = k * (along + (1 - self.lengths / r)[:, None, None] * across)
        damp = mu * (np.broadcast_to(eye, along.shape) if self.isotropic else along)
        if not self.isotropic:
            u = v[self.links[:, 0]] - v[self.links[:, 1]]
            rate = (n * u).sum(axis=1)[:, None, None]
            turned = np.einsum("mab,mb->ma", across, u)
            stiff = stiff + mu / r[:, None, None] * (n[:, :, None] * turned[:, None, :] + rate * across)
        singly, (pairs, pressed) = self.single_blocks(x, v), self.touching_blocks(x, v)
        drag = np.kron(np.diag(self.drag * self.share), eye)
        return (
            self.assemble(stiff) + diagonal(singly[0]) + self.assemble(pressed[0], pairs),
            self.assemble(damp) + drag + diagonal(singly[1]) + self.assemble(pressed[1], pairs),
        )

    def touching_blocks(self, x: Array, v: Array) -> tuple[Array, Array]:
        """Pairs of touching spheres, and −∂f/∂x and −∂f/∂v of each by imaginary steps."""
        pairs, share, distance, n = self.touching(x)
        d, u = (distance + self.spheres)[:, None] * n, v[pairs[:, 0]] - v[pairs[:, 1]]
        blocks, step = np.zeros((2, len(pairs), 3, 3)), 1e-30

        def push(d: Array, u: Array) -> Array:
            r = norms(d)
            return self.press(r - self.spheres, d / r[:, None], u, share, self.contact.damping)

        for axis in range(3):
            nudge = 1j * step * np.eye(3)[axis]
            blocks[0, :, :, axis] = -push(d + nudge, u + 0j).imag / step
            blocks[1, :, :, axis] = -push(d + 0j, u + nudge).imag / step
        return pairs, blocks

    def single_blocks(self, x: Array, v: Array) -> Array:
        """−∂f/∂x and −∂f/∂v of contacts and air by imaginary steps, one block per particle: these
        forces depend only on their own particle."""
        blocks, step = np.zeros((2, self.count, 3, 3)), 1e-30
        for axis in range(3):
            nudge = 1j * step * np.eye(3)[axis]
            for body in self.bodies:
                blocks[0, :, :, axis] -= self.touch(body, x + nudge, v + 0j).imag / step
                blocks[1, :, :, axis] -= self.touch(body, x + 0j, v + nudge).imag / step
            blocks[1, :, :, axis] -= self.blow(x + 0j, v + nudge)[0].imag / step
        return blocks

    def convex_matrices(self, x: Array) -> tuple[Array, Array]:
        """K and D of a linearised step: k (n nᵀ + max(0, 1 − L/r) (I − n nᵀ)) for springs;
        dampers with fixed direction; drag."""
        _, r, n = self.spans(x)
        eye = np.eye(3)
        along = n[:, :, None] * n[:, None, :]
        k, mu = self.stiffness[:, None, None], self.damping[:, None, None]
        stiff = k * (along + np.maximum(1 - self.lengths / r, 0)[:, None, None] * (eye - along))
        damp = mu * (np.broadcast_to(eye, along.shape) if self.isotropic else along)
        drag = np.kron(np.diag(self.drag * self.share), eye)
        return self.assemble(stiff), self.assemble(damp) + drag

    def convex_single(self, x: Array, v: Array) -> tuple[Array, Array]:
        """K and D of contacts and air in a linearised step: k n nᵀ, and c n nᵀ + μ N/max(‖t‖, s) (I
        − n nᵀ); the exact D of air."""
        blocks = np.zeros((2, self.count, 3, 3))
        for axis in range(3):
            blocks[1, :, :, axis] -= self.blow(x + 0j, v + 1e-30j * np.eye(3)[axis])[0].imag / 1e-30
        for body in self.bodies:
            _, n = body.distance(x)
            pressure = (self.touch(body, x, v) * n).sum(axis=1)
            along = n[:, :, None] * n[:, None, :]
            speed = norms(v - (n * v).sum(axis=1)[:, None] * n)
            grip = self.contact.friction * pressure / np.maximum(speed, self.contact.slip_speed)
            pressed = np.where(pressure > 0, self.share, 0)[:, None, None]
            blocks[0] += pressed * self.contact.stiffness * along
            blocks[1] += pressed * self.contact.damping * along + grip[:, None, None] * (np.eye(3) - along)
        pairs, share, distance, n = self.touching(x)
        u = v[pairs[:, 0]] - v[pairs[:, 1]]
        pressure = (self.press(distance, n, u, share) * n).sum(axis=1)
        along = n[:, :, None] * n[:, None, :]
        speed = norms(u - (n * u).sum(axis=1)[:, None] * n)
        grip = self.contact.friction * pressure / np.maximum(speed, self.contact.slip_speed)
        grip = np.minimum(grip, self.contact.damping * share)
        pressed = np.where(pressure > 0, share, 0)[:, None, None]
        stiff = pressed * self.contact.stiffness * along
        damp = pressed * self.contact.damping * along + grip[:, None, None] * (np.eye(3) - along)
        return (
            diagonal(blocks[0]) + self.assemble(stiff, pairs),
            diagonal(blocks[1]) + self.assemble(damp, pairs),
        )

    def assemble(self, blocks: Array, links: Array | None = None) -> Array:
        """The matrix Bᵀ blocks B of all coordinates, for other links if they are given."""
        b, n = (self if links is None else replace(self, links=links)).incidence(), 3 * self.count
        return np.einsum("mi,mab,mj->iajb", b, blocks, b, optimize=True).reshape(n, n)


def diagonal(blocks: Array) -> Array:
    """The matrix with these blocks on its diagonal."""
    n = len(blocks)
    return np.einsum("iab,ij->iajb", blocks, np.eye(n)).reshape(3 * n, 3 * n)


def norms(d: Array) -> Array:
    """Lengths of rows, as an analytic function of complex numbers."""
    return np.sqrt((d * d).sum(axis=1))


def random_network(seed: int, most: int) -> tuple[Network, Array, Array, Array, Parameters]:
    """A connected random network in space with 3 to `most` particles: network, positions at
    which its springs are at rest, positions, velocities, and parameters of the scene `mesh`."""
    random = np.random.default_rng(seed)
    n = int(random.integers(3, most + 1))
    places = random.uniform(-1, 1, (n, 3))
    tree = [(int(random.integers(i)), i) for i in range(1, n)]
    others = [(i, j) for i in range(n) for j in range(i + 1, n) if random.random() < 2 / n]
    links = np.array(sorted({*tree, *others}))
    masses = random.uniform(0.1, 2, n)
    if random.random() < 0.7:
        masses[random.choice(n, int(random.integers(1, max(2, n // 4) + 1)), replace=False)] = np.inf
    lengths = norms(places[links[:, 0]] - places[links[:, 1]])
    relative, isotropic = bool(random.random() < 0.5), bool(random.random() < 0.5)
    k, mu = float(10 ** random.uniform(1, 3)), float(random.choice([0, 10 ** random.uniform(-1, 1)]))
    own = seed % 2 == 0
    stiffness = k / lengths if relative else np.full(len(links), k)
    damping = np.full(len(links), mu)
    if own:
        stiffness, damping = (values * random.uniform(0.3, 3, len(links)) for values in (stiffness, damping))
        lengths = lengths * random.uniform(0.8, 1.2, len(links))
    drag, g = float(random.choice([0, random.uniform(0, 1)])), float(random.uniform(-20, 20))
    network = Network(
        masses=masses,
        links=links,
        stiffness=stiffness,
        damping=damping,
        lengths=lengths,
        isotropic=isotropic,
        gravity=np.array([0, g, 0]),
        drag=drag,
        own=own,
    )
    x = np.where(network.free[:, None], places + random.uniform(-0.2, 0.2, (n, 3)), places)
    v = np.where(network.free[:, None], random.uniform(-1, 1, (n, 3)), 0.0)
    parameters: Parameters = {
        "stiffness": k,
        "damping": mu,
        "gravity": g,
        "drag": drag,
        "springLaw": "relative" if relative else "hooke",
        "dampingDirection": "isotropic" if isotropic else "axial",
        "polygons": "edges",
    }
    return network, places, x, v, parameters
