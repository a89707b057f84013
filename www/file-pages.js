// One script for all pages, where they are opened from a folder: browsers load no modules from there. Where all pages are in one file, each is a
// template, and the address says after # which one is shown.

/** @type {NodeListOf<HTMLTemplateElement>} */
const pages = document.querySelectorAll("template[data-page]");

/** The page that the address names, or the first. */
function named() {
  return [...pages].find(({ dataset }) => `#${dataset.page}` === location.hash) ?? pages[0];
}

if (pages.length > 0) {
  const page = named();
  document.title = String(page.dataset.title);
  document.documentElement.dataset.page = page.dataset.page;
  document.body.append(page.content.cloneNode(true));
  addEventListener("hashchange", () => {
    const next = `#${named().dataset.page}` === location.hash; // or it is a place on the page
    if (next && named() !== page) location.reload();
  });
}

if (document.querySelector(".cards")) import("./front.js");
else import("./page.js");
