// The path through the lessons: their questions, and the links between them. The build puts these
// into the pages.

/** A lesson. */
interface Lesson {
  /** Path of its page. */
  path: string;
  /** Name in the navigation. */
  name: string;
  /** The heading of its page. */
  title: string;
  question: string;
  /** Minutes to read and try it, at 150 words a minute. */
  minutes: number;
  /** Paths of the lessons that it builds on. */
  after: string[];
}

/** In the order of the path. */
export const LESSONS: Lesson[] = [
  {
    path: "www/stability.html",
    name: "Steps",
    title: "What is a step?",
    minutes: 10,
    question: "A computer moves in steps. When do they follow the motion, and when do they explode?",
    after: [],
  },
  {
    path: "www/eulers.html",
    name: "Eulers",
    title: "Three Eulers",
    minutes: 6,
    question: "Three methods, the same spring, the same step. Which one keeps the energy?",
    after: ["www/stability.html"],
  },
  {
    path: "www/damper.html",
    name: "Damper",
    title: "Where the energy goes",
    minutes: 7,
    question: "How much damping brings a mass to rest soonest?",
    after: ["www/eulers.html"],
  },
  {
    path: "www/oscillator.html",
    name: "Oscillator",
    title: "Two ways to be wrong",
    minutes: 8,
    question: "Too wide or too late: which error does a method make?",
    after: ["www/eulers.html"],
  },
  {
    path: "www/resonance.html",
    name: "Resonance",
    title: "Resonance",
    minutes: 9,
    question: "How far does a small push in the right rhythm move a mass?",
    after: ["www/damper.html"],
  },
  {
    path: "www/cloth.html",
    name: "Cloth",
    title: "Many springs, one limit",
    minutes: 10,
    question: "Which of 4592 springs decides how long a step may be?",
    after: ["www/stability.html", "www/damper.html"],
  },
  {
    path: "www/verlet.html",
    name: "Verlet",
    title: "Stiff: implicit, or constraints",
    minutes: 9,
    question: "What do you do when a spring is nearly a rod?",
    after: ["www/cloth.html"],
  },
  {
    path: "www/pair.html",
    name: "Pair",
    title: "The stiffness matrix",
    minutes: 9,
    question: "Does a compressed spring still push back in every direction?",
    after: ["www/damper.html"],
  },
  {
    path: "www/drape.html",
    name: "Drape",
    title: "A cloth falls",
    minutes: 11,
    question: "Why does a finer mesh of the same cloth need shorter steps?",
    after: ["www/cloth.html"],
  },
  {
    path: "www/follower.html",
    name: "Follower",
    title: "Alice follows Bob",
    minutes: 10,
    question: "How does a camera follow smoothly without swinging past?",
    after: ["www/damper.html"],
  },
];

const numberOf = (lesson: Lesson) => LESSONS.indexOf(lesson) + 1;

/** Address of a page as seen from another one. */
type To = (path: string) => string;

function cards(to: To) {
  const card = ({ path, title, question, minutes }: Lesson) =>
    `<li class="card"><h3><a href="${to(path)}">${title}</a></h3><p>${question}</p><p class="minutes">${minutes} min</p></li>`;
  return `<ol class="path">${LESSONS.map(card).join("\n")}</ol>`;
}

/** Number, reading time and prerequisites of a lesson. */
function heading(lesson: Lesson, to: To) {
  const links = lesson.after.map((path) => {
    const before = LESSONS.find((one) => one.path === path) as Lesson;
    return `<a href="${to(path)}">${numberOf(before)} ${before.title}</a>`;
  });
  const needs = links.length > 0 ? ` · builds on ${links.join(" and ")}` : "";
  return `<p class="about">Lesson ${numberOf(lesson)} of ${LESSONS.length} · ${lesson.minutes} minutes${needs}</p>`;
}

/** Links to the lessons before and after one. */
function neighbours(lesson: Lesson, to: To) {
  const at = LESSONS.indexOf(lesson);
  const link = (one: Lesson | undefined, rel: string, word: string) =>
    one ? `<a rel="${rel}" href="${to(one.path)}">${word}: ${numberOf(one)} ${one.title}</a>` : "";
  const links = [link(LESSONS[at - 1], "prev", "Previous"), link(LESSONS[at + 1], "next", "Next")];
  return `<nav class="lessons" aria-label="Lessons">${links.filter(Boolean).join("\n")}</nav>`;
}

/** A page with its place on the path: the front page has the cards. */
export function withPath(html: string, path: string, to: To) {
  const lesson = LESSONS.find((one) => one.path === path);
  if (!lesson) return html.replace("<!-- path -->", () => cards(to));
  const framed = html
    .replace("</h1>", `</h1>${heading(lesson, to)}`)
    .replace("</main>", `${neighbours(lesson, to)}</main>`);
  return withAddresses(framed);
}

/** Gives headings addresses, made of their words, and links to them, except in folds. */
function withAddresses(html: string) {
  return html.replace(/(<summary>)?<h2(?: id="(.+?)")?>(.+?)<\/h2>/g, (_, fold, id, text) => {
    const words =
      text
        .replace(/<.+?>|\\\(.+?\\\)/g, "")
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    const address = id ?? words.join("-");
    const own = html.includes(` id="${address}"`) && !id ? "" : ` id="${address}"`; // or its section's
    if (fold) return `<summary><small>More depth</small><h2${own}>${text}</h2>`;
    return `<h2${own}>${text} <a class="address" href="#${address}" aria-label="Link to this section">#</a></h2>`;
  });
}
