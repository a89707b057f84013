// One script for all pages opened as files, where browsers load no modules. If all pages are in one
// file, each is a template, and the address names the visible one after #.

const pages: NodeListOf<HTMLTemplateElement> = document.querySelectorAll("template[data-page]");

/** Template of the page in the address, or the first one. */
function named() {
  return [...pages].find(({ dataset }) => `#${dataset.page}` === location.hash) ?? pages[0];
}

if (pages.length > 0) {
  const page = named();
  document.title = String(page.dataset.title);
  document.documentElement.dataset.page = page.dataset.page;
  document.body.append(page.content.cloneNode(true));
  addEventListener("hashchange", () => {
    const next = `#${named().dataset.page}` === location.hash; // otherwise it is an anchor on the page
    if (next && named() !== page) location.reload();
  });
}

if (document.querySelector(".path")) import("./front.ts");
else import("./page.ts");
