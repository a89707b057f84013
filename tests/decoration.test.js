// Addresses to which other services have added parameters.
import assert from "node:assert/strict";
import test from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { isDecoration } from "../www/decoration.js";

await import("./laboratory.js"); // before modules with styles
const { COMMANDS, requestsIn } = await import("../www/links.js");

test("parameters that other services add to an address are no settings", () => {
  const added = `utm_source utm_medium utm_campaign utm_term utm_content utm_id UTM_SOURCE fbclid gclid gclsrc dclid
    gbraid wbraid gad_source gad_campaignid msclkid mc_cid mc_eid twclid ttclid yclid ysclid li_fat_id igshid igsh _ga
    _gl _hsenc _hsmi __hstc __hssc __s _openstat _x_tr_sl _x_tr_tl hsa_cam hsCtaTracking mkt_tok mibextid srsltid
    rdt_cid ScCid epik irclickid s_kwcid ef_id ref ref_src ref_url fb_action_ids pk_campaign mtm_source
    matomo_campaign vero_id oly_anon_id wickedid ck_subscriber_id trk trackingId lipi si spm wt_mc __cf_chl_tk`;
  for (const name of added.split(/\s+/)) assert.ok(isDecoration(name), name);
});

test("an added parameter is ignored, and a misspelt one reaches the laboratory, which reports it", () => {
  for (const ids of [["cloth"], ["one", "other"]]) {
    const labs = /** @type {any[]} */ (ids.map((id) => ({ id })));
    assert.equal(requestsIn("?utm_source=mail&fbclid=IwAR0&ref=home", labs).size, 0);
    const requests = requestsIn("?utm_source=mail&stifness=8&gclid=1", labs);
    assert.deepEqual([...requests.keys()], [labs[0]]);
    assert.deepEqual([...(requests.get(labs[0])?.values ?? [])], [["stifness", 8]]);
  }
});

test("no setting, and no misspelt one, is taken for an addition", async () => {
  const keys = (await scenes()).flatMap(({ parameters }) => parameters.map(({ key }) => key));
  const known = new Set([
    ...keys,
    ...Object.values(COMMANDS),
    "timeRate",
    "strain",
    "arrows",
    "scene",
    "show",
    "label",
  ]);
  for (const key of known) {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const letters = Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1));
    const doubled = Array.from(key, (letter, i) => key.slice(0, i) + letter + key.slice(i));
    for (const name of [key, snake, key.toLowerCase(), `${key}s`, ...doubled, ...(key.length > 4 ? letters : [])])
      assert.ok(!isDecoration(name), name);
  }
});
