// A session with a laboratory: a motion with its settings, the commands to it, and messages about
// refusals and failures.
import { batch } from "@preact/signals-core";
import type { Method, Simulation } from "../../types.ts";
import type { AnalysisClient } from "../../worker/client.ts";
import { analyse } from "../../worker/questions.ts";
import type { Show, ShowModule } from "../show.ts";
import type { Clock } from "./clock.ts";
import { Explosion } from "./explosion.ts";
import { Messages } from "./messages.ts";
import type { Moment } from "./moment.ts";
import { Motion } from "./motion.ts";
import { check, labelled, RUN_TO, TIME_RATE } from "./options.ts";
import type { Moving } from "./run.ts";
import type { Runner, Take } from "./runner.ts";
import type { Settings } from "./settings.ts";
import { shareHand } from "./shared-hand.ts";
import type { Subject } from "./subject.ts";
import { about, CAUSE, LONG_STEP, RUN } from "./subject.ts";

/** Functions that hear of events. */
export interface Listener {
  /** A parameter has another value. */
  changed: (key: string) => void;
  /** It is at another time, and how it came there. */
  announced: (verb: string) => void;
  /** It is another motion. */
  begun: () => void;
  /** It has gone to another time. */
  seeked: () => void;
  /** A step has failed, or cause and remedies are known. */
  exploded: () => void;
}

type StateOf = (runner: Runner, i: number) => Uint8Array | undefined;

/** Source of the steps that a run takes next: its simulations themselves, or workers. */
interface Stepper {
  /** True if a step would freeze the page. */
  long: boolean;
  /** True if one that workers take lasts long. */
  late: boolean;
  /** Number of due steps that can be taken now. */
  ready: (steps: number) => number;
  /** Takes steps that are ready, by an action that calls `step` for each simulation. */
  take: (steps: number, advance: (steps: number) => void) => void;
  step: Take;
  /** Called after a change of the state. */
  cancel: () => void;
  /** Called after a change of parameters or runs. */
  reset: () => void;
}

const HERE: Stepper = {
  long: false,
  late: false,
  ready: (steps) => steps,
  take: (steps, advance) => advance(steps),
  step: (simulation, steps) => simulation.step(steps),
  cancel: () => {},
  reset: () => {},
};

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

/** Duration of the replay of an explosion, in s. */
const REPLAY = 4;

export class Session {
  settings;
  motion;
  explosion;
  messages;
  #simulation;
  #show;
  #module;
  #clock;
  #stepper;
  #listener;
  /** Elapsed time at which the clock pauses, in s. */
  #until: number | undefined;
  /** True after `goTo` and `resume`: a state may contain a drag although no pointer is down. */
  #restored = false;

  constructor({
    simulation,
    settings,
    methods = [],
    show = {},
    module = {},
    clock = { playing: false, timeRate: 1, redraw: () => {} },
    stepper = HERE,
    ask = (simulation, question, receive) => receive(analyse(simulation, question)),
    messages = new Messages(),
    listener = {},
  }: {
    simulation: Simulation;
    settings: Settings;
    /** Methods that the scene offers. */
    methods?: Method[];
    show?: Partial<Show>;
    /** Module that has the show. */
    module?: Pick<ShowModule, "stride" | "reversible">;
    clock?: Pick<Clock, "playing" | "timeRate" | "redraw">;
    /** The page takes all steps if left out. */
    stepper?: Stepper;
    /** Asks why it exploded. */
    ask?: AnalysisClient["ask"];
    messages?: Messages;
    listener?: Partial<Listener>;
  }) {
    this.settings = settings;
    this.#simulation = simulation;
    this.#show = show;
    this.#module = module;
    this.#clock = clock;
    this.#stepper = stepper;
    this.messages = messages;
    this.#listener = listener;
    this.motion = new Motion(
      simulation,
      show,
      (runner) => this.#reportStop(runner),
      () => stepper.cancel(),
      (one, steps) => stepper.step(one, steps),
      methods,
    );
    shareHand(simulation, (change) => this.motion.follow(change));
    this.explosion = new Explosion({
      simulation,
      settings,
      methods,
      ask,
      history: this.motion.history,
      told: () => this.#reportExplosion(),
    });
    this.#resetRate();
    this.motion.tune();
    this.motion.begin();
  }

  /** Reports a runner that has stopped alone, if it has a subject. */
  #reportStop({ name, subject, stopped }: Runner) {
    const reason = stopped instanceof Error ? stopped.message : stopped;
    if (subject) this.messages.report(about(subject), `${name}: ${reason}`);
  }

  get playing() {
    return this.#clock.playing;
  }

  /** True while it runs to a set time. */
  get hasEnd() {
    return this.#until !== undefined;
  }

  /** Number of steps per press of Step: one, or more if the show asks for a visible stride. */
  get stride() {
    return Math.max(1, Math.ceil((this.#module.stride ?? 0) / this.motion.stepSize - ROUNDING));
  }

  /**
   * Takes steps, or as many as are ready if workers take them.
   * @returns steps taken; 0 if workers have none
   */
  advance(steps: number): number {
    this.#letGo();
    const { long, late } = this.#stepper;
    const { elapsed, stepSize, history, sampler, first } = this.motion;
    const failed = first.stopped !== undefined;
    const left = Math.max(0, Math.ceil(((this.#until ?? Number.POSITIVE_INFINITY) - elapsed) / stepSize - ROUNDING));
    const due = Math.min(steps, left);
    const taken = this.#stepper.ready(due);
    if (due > 0 && taken === 0) return 0;
    history.beginSteps(long);
    try {
      this.#stepper.take(taken, (some) => {
        if (this.#show.steps && some > 0) {
          sampler.advance(some - 1);
          this.#show.steps();
          sampler.advance(1);
        } else sampler.advance(some);
      });
      history.endSteps();
      if (first.stopped === undefined) this.messages.clear(RUN);
      else if (!failed) this.#stopFirst();
      if (!late) this.messages.clear(LONG_STEP);
      if (left <= taken) {
        this.#listener.announced?.("Reached");
        this.pause();
      }
    } catch (error) {
      history.endSteps();
      if (!this.explosion.active) this.explosion.begin(error, this.playing);
      this.pause();
    }
    this.#clock.redraw();
    return taken;
  }

  /** Reports a failed step, and offers a replay and remedies after an explosion. */
  #reportExplosion() {
    const { active, error, cause, remedies } = this.explosion;
    const replay = { text: "Replay slowly", action: () => this.replay() };
    const cures = remedies.map(({ key, value, text }) => ({ text, action: () => this.set(key, value) }));
    this.messages.offer(RUN, error, active ? [replay, ...cures] : []);
    if (cause) this.messages.report(CAUSE, `${cause}.`);
    this.#listener.exploded?.();
  }

  /** Reports that the laboratory's own runner has stopped while compared runs go on. */
  #stopFirst() {
    this.explosion.begin(this.motion.first.stopped, this.playing);
    this.#resetRate(); // a replay ends here
  }

  /** True if nothing can go on after an explosion, so that only a restart is left. */
  get over() {
    return this.explosion.active && !this.motion.goesOn;
  }

  /** Releases the mass that a hand held in the state that was restored. */
  #letGo() {
    if (!this.#restored) return;
    this.#simulation.hand.release(0, 0, 0);
    this.motion.history.touch();
    this.#restored = false;
  }

  /** Pauses, and cancels "Run to" and steps ahead. */
  pause() {
    this.#until = undefined;
    this.#clock.playing = false;
    this.#stepper.cancel();
    this.messages.clear(LONG_STEP);
  }

  /** Starts the clock. */
  play() {
    this.#until = undefined;
    this.#clock.playing = true;
  }

  /** Pauses or resumes; restarts after an explosion. */
  toggle() {
    if (this.playing && !this.over) return this.pause();
    if (this.over) this.restart();
    this.play();
  }

  /** Runs an action that may be refused, and reports why. @returns true if it succeeded */
  attempt(subject: Subject, action: () => void): boolean {
    this.#clock.redraw();
    return this.messages.attempt(subject, action);
  }

  /** Changes the state by an action that may fail. */
  act(action: () => void, subject: string = "hand") {
    const done = this.attempt(about(subject), action);
    this.motion.history.touch();
    this.#restored = false;
    return done;
  }

  get(key: string): number | string {
    return this.settings.get(key);
  }

  /** Sets a parameter. @returns false if refused */
  set(key: string, value: number | string): boolean {
    return batch(() => this.#set(key, value));
  }

  #set(key: string, value: number | string) {
    const { settings, motion } = this;
    const parameter = settings.find(key);
    const taken = this.attempt(key, () => settings.set(key, value));
    if (!taken || !parameter) return false;
    const own = settings.isOwn(key);
    if (!own) motion.history.note(setting(key, this.get(key)));
    if (!own) this.#stepper.reset();
    this.#resetRate();
    this.#follow(key);
    motion.tune();
    const stopped = this.explosion.active || motion.first.stopped !== undefined;
    if (stopped && !own) this.restart();
    else if (parameter.restarts) this.begin();
    else if (this.#simulation.time === 0) motion.sampler.restart();
    else if (!own) motion.sampler.mark(labelled(parameter, this.get(key)), key);
    this.#listener.changed?.(key);
    return true;
  }

  /** Applies a changed parameter to the other runners and to the show. */
  #follow(key: string) {
    this.attempt(about("show"), () => {
      if (!this.settings.isOwn(key)) this.motion.apply(setting(key, this.get(key)));
      this.#show.changed?.(key);
    });
  }

  /** Runs an action, and follows the parameters that it changes. */
  #change(action: () => void) {
    const before = this.settings.values;
    batch(() => {
      action();
      this.settings.follow();
      for (const [key, value] of before) {
        if (this.get(key) === value) continue;
        this.#stepper.reset();
        this.#follow(key);
        this.#listener.changed?.(key);
      }
    });
  }

  /** The reason why a parameter has no effect on any runner now. */
  idle(key: string) {
    if (this.settings.isOwn(key)) return undefined;
    const sharing = this.motion.runners.filter(({ shares }) => shares(key));
    const [why, ...others] = sharing.map(({ simulation }) => simulation.analysis.idle(key));
    return others.every(Boolean) ? why : undefined;
  }

  /** Adds a run that is compared. Restarts if computing its past takes too long. */
  compare(run: Moving) {
    this.#stepper.reset();
    if (!this.motion.include(run)) this.restart();
    this.#clock.redraw();
  }

  /** Removes a run that is compared. */
  forget(run: Moving) {
    this.#stepper.reset();
    this.motion.exclude(run);
    this.messages.clear(about(`compared: ${run.name}`));
    this.#clock.redraw();
  }

  /** Returns to t = 0 with the present parameters. After an explosion, the clock runs again. */
  restart() {
    if (this.over && this.explosion.wasPlaying) this.play();
    this.messages.clear();
    this.settings.refresh();
    if (!this.attempt(RUN, () => this.#simulation.restart())) return;
    this.begin();
    this.#listener.announced?.("Restarted at");
  }

  /**
   * Begins another motion from the simulation's present state. The other runners restart.
   * @param stateOf  gives snapshots from which runners go on instead
   */
  begin(stateOf: StateOf = () => undefined) {
    this.#forgetExplosion();
    for (const [i, runner] of this.motion.runners.entries()) {
      const state = stateOf(runner, i);
      const go = state ? () => runner.resume(state) : () => runner.restart();
      if (i > 0 || state) this.attempt(about(runner.subject), go);
    }
    this.attempt(about("show"), () => this.#show.restarted?.());
    this.motion.begin();
    this.#listener.begun?.();
  }

  #forgetExplosion() {
    this.explosion.clear();
    this.messages.clear(CAUSE);
    this.#resetRate();
  }

  /** Sets the clock to the chosen time rate. */
  #resetRate() {
    this.#clock.timeRate = Number(this.get(TIME_RATE.key));
  }

  /**
   * Sets every parameter to its default, and returns to t = 0.
   * @param others  values of those that get another one
   */
  reset(others: Record<string, number | string> = {}) {
    for (const { key, default: usual } of this.settings.all) {
      const value = others[key] ?? usual;
      if (this.get(key) !== value) this.set(key, value);
    }
    this.restart();
  }

  /** Reverses the direction of time, if the show supports it. */
  reverse() {
    if (!this.#module.reversible) return;
    this.motion.reverse();
    this.#clock.redraw();
  }

  /**
   * Runs to a simulated time and pauses there. Restarts if that time is past.
   * @param time  in s
   * @returns false if refused
   */
  runTo(time: number | string): boolean {
    return this.attempt(about("run-to"), () => {
      const until = Number(check(RUN_TO, time));
      if (until < this.motion.time || this.#simulation.history.backwards) this.restart();
      this.#runTo(this.motion.elapsedAt(until));
    });
  }

  /** Runs to an elapsed time. @param until  in s */
  #runTo(until: number) {
    this.#until = until;
    this.#clock.playing = true;
  }

  /**
   * Pauses at the step nearest to a simulated time, within the saved past. The later part stays
   * until new steps overwrite it.
   * @param time  in s
   */
  seek(time: number) {
    this.#listener.announced?.("Gone to");
    this.goTo(this.motion.elapsedAt(time));
  }

  /** Pauses at the step nearest to an elapsed time. @param elapsed  in s */
  goTo(elapsed: number) {
    this.pause();
    this.#change(() => this.motion.goTo(elapsed));
    this.attempt(about("show"), () => this.#show.restored?.());
    this.#restored = true;
    for (const { subject, stopped } of this.motion.runners) {
      if (stopped === undefined) this.messages.clear(about(subject));
    }
    if (this.motion.first.stopped !== undefined) this.explosion.recall();
    else {
      this.#forgetExplosion();
      this.messages.clear(RUN);
    }
    this.#listener.seeked?.();
  }

  /**
   * Pauses and goes back, at most to the start of the saved past.
   * @param steps  those of a press
   */
  stepBack(steps: number = this.stride) {
    this.#listener.announced?.("Back at");
    this.goTo(this.motion.elapsed - steps * this.motion.stepSize);
  }

  /**
   * Pauses and goes forward, through the saved future if there is one.
   * @param steps  those of a press
   */
  step(steps: number = this.stride) {
    this.#listener.announced?.("On to");
    this.pause();
    const { elapsed, stepSize, history } = this.motion;
    if (elapsed < history.span[1]) this.goTo(elapsed + steps * stepSize);
    else if (this.#stepper.long) this.#runTo(elapsed + steps * stepSize);
    else this.advance(steps);
  }

  /** Replays an explosion slowly, from the last good state or from one that the show chooses. */
  replay() {
    const { good, head } = this.explosion;
    const replay = this.#show.replay?.();
    if (replay) this.seek(replay.from);
    else this.goTo(good);
    replay?.begin();
    this.#clock.timeRate = Math.min((head - this.motion.elapsed) / REPLAY, this.#clock.timeRate);
    this.play();
  }

  get moment(): Moment {
    return {
      values: this.settings.values,
      states: this.motion.saved.map(({ simulation }) => simulation.snapshot()),
    };
  }

  /**
   * Goes on from a moment without its past, and pauses.
   * @param stateOf  by their order if left out
   */
  resume({ values, states }: Moment, stateOf: StateOf = (_, i) => states[i]) {
    this.pause();
    this.messages.clear();
    this.#change(() => {
      if (this.attempt(RUN, () => this.#simulation.restore(states[0]))) this.settings.restore(values);
    });
    this.motion.tune();
    this.begin(stateOf); // the show may have moved masses when it followed the changes
    this.#restored = true;
  }

  /** Saves state, parameters and playback. Returns a function that restores them. */
  keep() {
    const { moment, playing } = this;
    const { runners } = this.motion;
    return () => {
      // other runs may be compared by then
      this.resume(moment, (runner) => moment.states[runners.indexOf(runner)]);
      this.#clock.playing = playing;
    };
  }
}

/** A change of a parameter, for the runners that share it. */
function setting(key: string, value: number | string) {
  return ({ simulation, shares }: Runner) => {
    if (shares(key)) simulation.set(key, value);
  };
}
