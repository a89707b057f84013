// Pictures of compared runs side by side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const names = (lab: Laboratory) => lab.all(".run-name").map(({ textContent }) => textContent);

const canvases = (lab: Laboratory) => [...lab.one(".panes").querySelectorAll("canvas")];

test("cloth and drape draw each run in a picture of its own, and one camera sees all", async () => {
  for (const scene of ["cloth", "drape"]) {
    const lab = await Laboratory.open(scene, { width: 8, height: 6 });
    assert.deepEqual([canvases(lab).length, names(lab)], [1, []]);
    const [first] = canvases(lab);
    lab.page.compare("stiffness=100 implicit-euler");
    lab.step(20).draw();
    assert.deepEqual(names(lab), ["Symplectic Euler", "k = 100 N/m", "Implicit Euler"]);
    assert.deepEqual([canvases(lab).length, canvases(lab)[0] === first], [3, true]);
    lab.set("method", "velocity-verlet").set("width", 9).step(2);
    assert.equal(names(lab)[0], "Velocity Verlet");
    lab.page.compare("implicit-euler");
    assert.deepEqual(names(lab.draw()), ["Velocity Verlet", "Implicit Euler"]);
    assert.equal(lab.alert, "", scene);
    lab.page.compare("");
    assert.deepEqual([canvases(lab.draw()).length, names(lab)], [1, []]);
    lab.close();
  }
});

test("a picture of a run that has stopped says so", async () => {
  const lab = await Laboratory.open("cloth", { width: 8, height: 6 });
  lab.page.compare("explicit-euler");
  for (let i = 0; i < 100 && lab.run.motion.compared[0].engine.stopped === undefined; i++) lab.run.advance(5);
  assert.deepEqual(names(lab.draw()), ["Symplectic Euler", "Explicit Euler: stopped"]);
  lab.close();
});
