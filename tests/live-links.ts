// Laboratories and live links of a page, as they stand in its HTML, opened and applied in Node.
import assert from "node:assert/strict";
import type { LabRequest } from "../www/links.ts";
import type { Parameter } from "../www/types.ts";
import { Laboratory } from "./laboratory.ts";

Laboratory.closesAfterTests = false; // all tests of a page share its laboratories

const { requestsIn } = await import("../www/links.ts");
const { parametersOf } = await import("../www/lab/attributes.ts");

/** A live link. */
interface Link {
  /** Query and hash. */
  address: string;
  /** Id or scene of its laboratory. */
  lab: string;
  /** View that it shows large on a phone. */
  view: string | undefined;
  /** Claim on what it shows. */
  claim: string | undefined;
}

/** A laboratory of a page. */
export interface PageLab {
  id: string;
  scene: string;
  /** Runs beside its own. */
  compare: string;
  parameters: Parameter[];
  /** Opened. */
  lab: Laboratory;
}

/** @param text  of an attribute */
const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

export { sourceOf as htmlOf } from "../tools/values.js";

/** Live links of a page. */
export function linksOf(html: string): Link[] {
  const found = [
    ...html.matchAll(/<a href="([^"]*)"\s+data-lab="(\w+)"(?:\s+data-view="([^"]*)")?(?:\s+data-claim="([^"]*)")?>/g),
  ];
  assert.equal(
    found.length,
    html.match(/<a\s[^>]*data-lab=/g)?.length ?? 0,
    "href, data-lab, data-view and data-claim in order",
  );
  return found.map(([, address, lab, view, claim]) => ({
    address: unescaped(address),
    lab,
    view,
    claim: claim === undefined ? undefined : unescaped(claim),
  }));
}

/** Opens the laboratories of a page with its attributes. */
export async function openLabs(html: string): Promise<PageLab[]> {
  const nodes = [...html.matchAll(/<spring-lab([^>]*)>/g)].map(([, text]) =>
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => ({ name, value })),
  );
  return Promise.all(
    nodes.map(async (attributes) => {
      const {
        scene = "",
        id = scene,
        compare = "",
      } = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
      const node = { attributes } as unknown as Element;
      const lab = await Laboratory.open(scene, Object.fromEntries(parametersOf(node)));
      assert.equal(lab.alert, "");
      return { id, scene, compare, parameters: lab.run.settings.all, lab };
    }),
  );
}

/** Settings of a link for each laboratory that it sets. */
export function settingsOf({ address, lab: name }: Link, labs: PageLab[]): [PageLab, LabRequest][] {
  const first = labs.filter(({ id, scene }) => id === name || scene === name);
  assert.ok(first.length > 0, `${address} is for ${name}`);
  const order = [...first, ...labs.filter((lab) => !first.includes(lab))] as any[];
  return [...requestsIn(address.split("#")[0], order)] as [any, LabRequest][];
}
