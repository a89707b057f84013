"""Step limits from the eigenvalues of a method's step at rest, and runs of the engine on both
sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

import numpy as np

from engine import STATE, Engine, EngineError
from methods import METHODS as KNOWN
from methods import RADII, TABLEAUS, chung_hulbert
from network import Array, Network
from rest import DAMPERS, Rest, at_rest, network_of, rests
from table import Row, Worst

#: Threshold of growth: repeated eigenvalues 1, of a free drift, are computed as 1 ± about √ε.
GROWS = 1 + 1e-6


def first_order(stiff: Array, damp: Array) -> Array:
    """[[0, I], [−K, −D]] for K and D scaled by masses."""
    eye = np.eye(len(stiff))
    return np.block([[0 * eye, eye], [-stiff, -damp]])


def polynomial_limit(coefficients: list[float], stiff: Array, damp: Array) -> float:
    """The least h > 0 at which |R(hλ)| passes 1 for an eigenvalue λ, from the roots of |R(yλ̂)|²
    − 1."""
    rates = np.linalg.eigvals(first_order(stiff, damp))
    sizes = np.abs(rates)
    limits = [np.inf]
    for rate, size in zip(rates, sizes):
        if size <= 1e-6 * sizes.max():
            continue
        direction = rate / size
        if abs(direction.real) < 1e-10:
            direction = 1j
        terms = np.array([c * direction**n for n, c in enumerate(coefficients)])
        square = _square(terms)
        square[0] -= 1
        square[np.abs(square) < 1e-13] = 0
        first = np.flatnonzero(square)
        if len(first) == 0:
            continue
        if square[first[0]] > 0:
            return 0.0
        roots = np.roots(square[first[0] :][::-1])
        real = roots[(np.abs(roots.imag) < 1e-9 * np.abs(roots)) & (roots.real > 0)].real
        limits.append(float(real.min()) / size)
    return min(limits)


def _square(terms: Array) -> Array:
    """Coefficients of |Σ tₙ yⁿ|² for real y."""
    return np.convolve(terms, terms.conj()).real


def symplectic(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v) → v′ = v − h(Ku + Dv), u′ = u + hv′."""
    eye = np.eye(len(stiff))
    kick = np.block([[eye, 0 * eye], [-h * stiff, eye - h * damp]])
    return np.block([[eye, h * eye], [0 * eye, eye]]) @ kick


def adjoint(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v) → u′ = u + hv, v′ = v − h(Ku′ + Dv)."""
    eye = np.eye(len(stiff))
    kick = np.block([[eye, 0 * eye], [-h * stiff, eye - h * damp]])
    return kick @ np.block([[eye, h * eye], [0 * eye, eye]])


def velocity_verlet(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v, a) → u′ = u + hv + ½h²a, a′ = −Ku′ − D(v + ha), v′ = v + ½h(a + a′)."""
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    place = np.hstack([eye, h * eye, h * h / 2 * eye])
    pull = -stiff @ place - damp @ np.hstack([nil, eye, h * eye])
    return np.vstack([place, np.hstack([nil, eye, h / 2 * eye]) + h / 2 * pull, pull])


def leapfrog(stiff: Array, damp: Array, h: float) -> Array:
    """(u, v, a) → a′ = −K(u + ½hv) − D(v + ½ha), v′ = v + ha′, u′ = u + ½h(v + v′)."""
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    pull = -stiff @ np.hstack([eye, h / 2 * eye, nil]) - damp @ np.hstack([nil, eye, h / 2 * eye])
    speed = np.hstack([nil, eye, nil]) + h * pull
    return np.vstack([np.hstack([eye, h / 2 * eye, nil]) + h / 2 * speed, speed, pull])


def verlet(stiff: Array, damp: Array, h: float) -> Array:
    """(u, u₋, a) → u′ = 2u − u₋ + h²a, v′ = (u′ − u)/h + ½ha, a′ = −Ku′ − Dv′."""
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    place = np.hstack([2 * eye, -eye, h * h * eye])
    speed = (place - np.hstack([eye, nil, nil])) / h + h / 2 * np.hstack([nil, nil, eye])
    return np.vstack([place, np.hstack([eye, nil, nil]), -stiff @ place - damp @ speed])


def implicit(theta: float, stiff: Array, damp: Array, h: float) -> Array:
    """y′ = y + hA ((1 − θ) y + θ y′)."""
    a = h * first_order(stiff, damp)
    eye = np.eye(len(a))
    return np.linalg.solve(eye - theta * a, eye + (1 - theta) * a)


def bdf2(stiff: Array, damp: Array, h: float) -> Array:
    """(y, y₋) → 3 y′ − 4 y + y₋ = 2hA y′."""
    a = h * first_order(stiff, damp)
    eye = np.eye(len(a))
    inverse = np.linalg.inv(3 * eye - 2 * a)
    return np.block([[4 * inverse, -inverse], [eye, 0 * eye]])


def generalised_alpha(radius: float, stiff: Array, damp: Array, h: float) -> Array:
    """(u, hv, h²a) → Newmark's u′ and v′, and (1 − α_m) a′ + α_m a = −Ku − Dv at
    (1 − α_f) (u′, v′) + α_f (u, v)."""
    alpha_m, alpha_f, beta, gamma = chung_hulbert(radius)
    eye, nil = np.eye(len(stiff)), np.zeros_like(stiff)
    pull = np.hstack([h * h * stiff, h * damp])
    new = np.block([[eye, nil, -beta * eye], [nil, eye, -gamma * eye], [(1 - alpha_f) * pull, (1 - alpha_m) * eye]])
    old = np.block([[eye, eye, (0.5 - beta) * eye], [nil, eye, (1 - gamma) * eye], [-alpha_f * pull, -alpha_m * eye]])
    return np.linalg.solve(new, old)


OPERATORS: dict[str, Callable[[Array, Array, float], Array]] = {
    "symplectic-euler": symplectic,
    "symplectic-euler-adjoint": adjoint,
    "verlet": verlet,
    "velocity-verlet": velocity_verlet,
    "leapfrog": leapfrog,
    "implicit-euler": partial(implicit, 1.0),
    "implicit-midpoint": partial(implicit, 0.5),
    "bdf2": bdf2,
}
# without links
OPERATORS["rattle"] = velocity_verlet
OPERATORS |= {f"generalised-alpha, ρ∞ = {radius:g}": partial(generalised_alpha, radius) for radius in RADII}

#: R(z) = 1 + z bᵀ1 + z² bᵀA1 + … of explicit Runge-Kutta methods.
POLYNOMIALS: dict[str, list[float]] = {}
for _name, (_rows, _weights) in TABLEAUS.items():
    _matrix = np.array([[*row, *[0.0] * (len(_rows) - len(row))] for row in _rows])
    _powers = [np.linalg.matrix_power(_matrix, n).sum(axis=1) for n in range(len(_rows))]
    POLYNOMIALS[_name] = [1.0, *(float(np.dot(_weights, power)) for power in _powers)]


def polynomial(coefficients: list[float], z: Array) -> Array:
    """Σ rₙ zⁿ of a matrix."""
    return sum((r * np.linalg.matrix_power(z, n) for n, r in enumerate(coefficients)), np.zeros_like(z))


#: Methods with a step limit.
METHODS = [name for name in [*POLYNOMIALS, *OPERATORS] if not (KNOWN[name].implicit or KNOWN[name].adaptive)]

#: Methods without a step limit, except those that adapt their steps.
BOUNDLESS = [name for name in OPERATORS if KNOWN[name].implicit]


def radius(method: str, stiff: Array, damp: Array, h: float) -> float:
    """The growth factor per step of the fastest growing motion."""
    if method == "generalised-alpha, ρ∞ = 1":
        # its accelerations have a mode with factor −1, which positions and velocities don't show
        values, vectors = np.linalg.eig(OPERATORS[method](stiff, damp, h))
        return float(np.abs(values[np.abs(vectors[: 2 * len(stiff)]).max(axis=0) > 1e-9]).max())
    if method in OPERATORS:
        return float(np.abs(np.linalg.eigvals(OPERATORS[method](stiff, damp, h))).max())
    rates = np.linalg.eigvals(first_order(stiff, damp))
    return float(np.abs(np.polyval(POLYNOMIALS[method][::-1], h * rates)).max())


def limit(method: str, stiff: Array, damp: Array) -> float:
    """The largest time step at which nothing grows."""
    if method in POLYNOMIALS:
        return polynomial_limit(POLYNOMIALS[method], stiff, damp)
    fastest = np.abs(np.linalg.eigvals(first_order(stiff, damp))).max()
    if fastest == 0:
        return np.inf

    def grows(h: float) -> bool:
        return radius(method, stiff, damp, h) > GROWS

    # scans from hλ = 0.2 upwards in steps of 10 % to the first growth: all limits here are near hλ
    # = 2
    low, high = 0.2 / fastest, 0.22 / fastest
    if grows(low):
        return 0.0
    while not grows(high):
        low, high = high, 1.1 * high
    # bisection, from 10 % to 1e-7
    for _ in range(20):
        middle = (low + high) / 2
        if grows(middle):
            high = middle
        else:
            low = middle
    return low


def limit_at(method: str, rest: Rest) -> float:
    """The true step limit at rest."""
    return _limit_at("velocity-verlet" if method == "rattle" else method, rest)


@cache
def _limit_at(method: str, rest: Rest) -> float:
    return limit(method, rest.stiff, rest.damp)


def beside(told: float, true: float) -> tuple[float, float]:
    """The relative amounts by which the stated limit is above and below the true one."""
    if told > true:
        return (told / true - 1 if true > 0 else np.inf), 0.0
    return 0.0, (1 - told / true if told < true < np.inf else float(told < true))


def check_limits(engine: Engine) -> list[Row]:
    """The engine's step limits at rest."""
    unsafe, short, endless = Worst(), Worst(), Worst()
    for name, known in KNOWN.items():
        if not (known.implicit or known.adaptive):
            continue
        for rest in rests(engine):
            request = rest.request | {"parameters": rest.request["parameters"] | known.settings}
            told = float(engine.ask(**request, calls=[["stepLimit"]])[0])
            endless.take(0.0 if told == np.inf else 1.0, f"{name}, {rest.name}: told {told}")
    for method in METHODS:
        for rest in rests(engine):
            if KNOWN[method].projects and rest.network.bodies:
                continue  # it pushes masses out of bodies, and so rests elsewhere
            true = limit_at(method, rest)
            request = rest.request | {"parameters": rest.request["parameters"] | {"method": method}}
            told = float(engine.ask(**request, calls=[["stepLimit"]])[0])
            above, below = beside(told, true)
            case = f"{method}, {rest.name}: told {told:.5g}, true {true:.5g}"
            unsafe.take(above, case)
            short.take(below, case)
    return [
        unsafe.row("step limit above the true one: all methods", 1e-6, "bisection"),
        short.row("… below it", 1e-5, "bisection"),
        endless.row("limits of methods that have none", 0, "there is none"),
        _growth(engine),
    ]


def _growth(engine: Engine) -> Row:
    """Methods without a limit let nothing grow, for any K and D."""
    worst = Worst()
    for method in BOUNDLESS:
        for rest in rests(engine)[::3]:
            fastest = float(np.sqrt(np.linalg.eigvalsh(rest.stiff)[-1]))
            for h in (1 / fastest, 30 / fastest):
                found = radius(method, rest.stiff, rest.damp, h) - 1
                worst.take(max(found, 0.0), f"{method}, {rest.name}, {h:.3g} s")
    return worst.row("the referee: growth a step of methods without a limit", 1e-6, "√ε where a network drifts as a whole")


def check_large(engine: Engine) -> list[Row]:
    """Runge-Kutta methods on a cloth of 46 free masses, too many for the engine to compute all
    rates."""
    unsafe, short, euler = Worst(), Worst(), Worst()
    for damping, way, drag in DAMPERS:
        parameters = {"width": 8, "height": 6, "gravity": 0, "damping": damping, "dampingDirection": way, "drag": drag}
        network, x = network_of(engine, "cloth", parameters, [0, 7])
        rest = at_rest(str(parameters), {"scene": "cloth", "parameters": parameters}, network, x)
        assert rest, "without gravity the cloth rests as it is"
        for method in (name for name in POLYNOMIALS if name in METHODS):
            true = limit_at(method, rest)
            request = rest.request | {"parameters": parameters | {"method": method}}
            told = float(engine.ask(**request, calls=[["stepLimit"]])[0])
            above, below = beside(told, true)
            case = f"{method}, {rest.name}: told {told:.5g}, true {true:.5g}"
            unsafe.take(above, case)
            (euler if method == "explicit-euler" else short).take(below, case)
    return [
        unsafe.row("step limit of 46 masses above the true one: Runge-Kutta methods", 1e-6, "bisection"),
        short.row("… below it", 0.02, "a bound may be 2 % short"),
        euler.row("… below it: explicit Euler", 0.3, "a polygon, and all motions may have other γ/ω²"),
    ]


#: Values of a network that the step limit depends on.
RANGES = ["timeStepSize", "stiffness", "damping", "mass", "drag"]


def with_value(network: Network, key: str, value: float, now: float) -> Network:
    """The network with another value of a parameter whose present one is `now`."""
    if key == "stiffness":
        return replace(network, stiffness=network.stiffness * (value / now))
    if key == "damping":
        return replace(network, damping=np.full(len(network.links), value))
    if key == "mass":
        return replace(network, masses=np.where(network.free, value, np.inf))
    return replace(network, drag=value) if key == "drag" else network


def check_ranges(engine: Engine) -> list[Row]:
    """Ends of stable ranges, from the growth of a step with values on both sides of them, in the
    same state."""
    unstable, short, outside = Worst(), Worst(), Worst()
    scenes = [rest for rest in rests(engine) if not rest.name.startswith("network") and not rest.network.bodies]
    for number, rest in enumerate(scenes[::3]):
        scene = rest.request["scene"]
        free = np.repeat(rest.network.free, 3)
        records = next(record for record in engine.ask(calls=[["scenes"]])[0] if record["id"] == scene)["parameters"]
        allowed = {record["key"]: (record.get("min"), record.get("max")) for record in records}
        for method in METHODS[number % 3 :: 3]:
            true = limit_at(method, rest)
            # alternately a stable step and one that is too long
            h = float(np.clip((0.7, 1.3)[number % 2] * true if 0 < true < np.inf else 5e-3, *allowed["timeStepSize"]))
            settings = rest.request["parameters"] | {"method": method, "timeStepSize": h}
            request = rest.request | {"parameters": settings}
            sums = method not in POLYNOMIALS

            def grows(key: str, value: float) -> bool:
                now = engine.ask(**request, calls=[["get", key]])[0]
                network = with_value(rest.network, key, value, now)
                root = np.sqrt(np.repeat(network.weights, 3))[free]
                stiff, damp = (
                    root[:, None] * m[np.ix_(free, free)] * root
                    for m in network.matrices(rest.places, 0 * rest.places)
                )
                step = value if key == "timeStepSize" else h
                return radius(method, (stiff + stiff.T) / 2, (damp + damp.T) / 2, step) > GROWS

            for key in RANGES:
                told = engine.ask(**request, calls=[["stableRange", key]])[0]
                case = f"{method}, {rest.name}, {h:.5g} s, {key}: told {told}"
                if told is None:
                    continue
                ends = [float(end) for end in told]
                if ends[0] != ends[0]:
                    now = engine.ask(**request, calls=[["get", key]])[0]
                    short.take(float(sums and not grows(key, now)), f"{case}, {now}")
                    continue
                low, high = allowed[key]
                outside.take(float(not low <= ends[0] <= ends[1] <= high), case)
                inside = [ends[0] * (1 + 1e-6), ends[1] * (1 - 1e-6), (ends[0] + ends[1]) / 2]
                unstable.take(float(any(grows(key, value) for value in inside)), case)
                if sums:
                    beyond = [ends[0] * (1 - 1e-3)] * (ends[0] > low) + [ends[1] * (1 + 1e-3)] * (ends[1] < high)
                    short.take(float(not all(grows(key, value) for value in beyond)), case)
    return [
        unstable.row("stable ranges with a value at which a motion grows", 0, "none"),
        short.row("… that end 0.1 % before the first such value", 0, "none, except of Runge-Kutta methods"),
        outside.row("… outside the allowed values", 0, "none"),
    ]


def check_remedies(engine: Engine) -> list[Row]:
    """Remedies for a step of 1.5 times the limit: with the stated factor, the true limit is the
    step."""
    unsafe, short, euler = Worst(), Worst(), Worst()
    for damping, way, drag in DAMPERS:
        if drag:
            continue
        parameters = {"width": 5, "height": 4, "gravity": 0, "damping": damping, "dampingDirection": way}
        network, x = network_of(engine, "cloth", parameters, [0, 4])
        rest = at_rest(str(parameters), {"scene": "cloth", "parameters": parameters}, network, x)
        assert rest, "without gravity the cloth rests as it is"
        for method in METHODS:
            h = 1.5 * limit_at(method, rest)
            if not 1e-4 <= h <= 0.1:
                continue
            request = rest.request | {"parameters": parameters | {"method": method, "timeStepSize": h}}
            told = engine.ask(**request, calls=[["spectrum"]])[0]["remedies"]
            for key, stiff, damp in [("stiffness", told.get("stiffness"), 1), ("damping", 1, told.get("damping"))]:
                if stiff and damp:
                    true = limit(method, stiff * rest.stiff, damp * rest.damp)
                    case = f"{method}, {rest.name}, {key}: {told}, limit {true / h} of the step"
                    unsafe.take(max(1 - true / h, 0), case)
                    (euler if method == "explicit-euler" else short).take(max(true / h - 1, 0), case)
    return [
        unsafe.row("remedies: step above the limit that they make", 1e-5, "bisection"),
        short.row("… below it", 0.02, "a bound may be 2 % short"),
        euler.row("… below it: explicit Euler", 0.3, "a polygon, and all motions may have other γ/ω²"),
    ]


def check_runs(engine: Engine) -> list[Row]:
    """Runs from a disturbed rest, slightly below and above the true limit: the latter must grow."""
    held, grown, chatter = Worst(), Worst(), Worst()
    for number, rest in enumerate(rests(engine)):
        for method in METHODS[number % 2 :: 2]:
            if KNOWN[method].projects and rest.network.bodies:
                continue
            true = limit_at(method, rest)
            if rest.network.bodies and 0 < true < np.inf and limit(method, rest.stiff, rest.rough) < 0.98 * true:
                _take_chatter(engine, rest, method, true, chatter)
                continue
            pace = radius(method, rest.stiff, rest.damp, 1.02 * true) if 0 < true < np.inf else 1.0
            steps = int(np.ceil(np.log(1e10) / np.log(pace))) if pace > 1 else 0
            if not (0 < steps < 20_000 and 1e-4 <= 0.98 * true and 1.02 * true <= 0.1):
                continue
            below, above = (disturb(engine, rest, method, factor * true, steps) for factor in (0.98, 1.02))
            case = f"{method}, {rest.name} at {true:.5g} s, {steps} steps"
            held.take(below / steps, f"{case}: disturbance × {below:.3g}")
            grown.take(1 / above, f"{case}: disturbance × {above:.3g}")
    return [
        held.row(
            "runs at 0.98 of the true limit: growth of a disturbance a step", 2, "one that nothing holds drifts by 1"
        ),
        grown.row("runs at 1.02, for a growth of 1e10: its inverse", 1e-4, "the start has only a part of the mode"),
        chatter.row(
            "runs at 0.98 where friction alone goes beyond it: speed, over slip speed", 1, "friction is full there"
        ),
    ]


def _take_chatter(engine: Engine, rest: Rest, method: str, true: float, chatter: Worst) -> None:
    """The largest speed in the last of 1000 steps, which friction excites."""
    h = 0.98 * true
    speed = disturb(engine, rest, method, h, 1000, velocity=True)
    chatter.take(speed / rest.network.contact.slip_speed, f"{method}, {rest.name} at {true:.5g} s: {speed} m/s")


def disturb(engine: Engine, rest: Rest, method: str, h: float, steps: int, *, velocity: bool = False) -> float:
    """The growth factor of a disturbance of 1e-10 m after some steps of the engine, or the largest
    velocity."""
    random = np.random.default_rng(7)
    nudge, kick = np.where(rest.network.free[:, None], random.uniform(-1e-10, 1e-10, (2, *rest.places.shape)), 0.0)
    parameters = rest.request["parameters"] | {"method": method, "timeStepSize": h}
    request = rest.request | {"parameters": parameters, "positions": (rest.places + nudge).tolist()}
    request["velocities"] = (kick / h).tolist()
    try:
        results = engine.ask(**request, calls=[["step", steps], *STATE])
    except EngineError:
        return np.inf
    if velocity:
        return float(np.abs(engine.state(results)[1]).max())
    return float(np.abs(engine.state(results)[0] - rest.places).max() / 1e-10)
