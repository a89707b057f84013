// Names in addresses that other services have added, and misspelt ones.
import assert from "node:assert/strict";
import test from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { Laboratory } from "./laboratory.ts";

const { COMMANDS, requestsIn } = await import("../www/links.ts");
const { isMeant } = await import("../www/lab/model/meant.ts");

/** Names that campaigns, social networks, learning platforms, proxies and editors add. */
const ADDED = `utm_source utm_medium utm_campaign utm_term utm_content utm_id UTM_SOURCE fbclid gclid gclsrc dclid
  gbraid wbraid gad_source gad_campaignid msclkid mc_cid mc_eid twclid ttclid yclid ysclid li_fat_id igshid igsh _ga
  _gl _hsenc _hsmi __hstc __hssc __s _openstat _x_tr_sl _x_tr_tl hsa_cam hsCtaTracking mkt_tok mibextid srsltid
  rdt_cid ScCid epik irclickid s_kwcid ef_id ref ref_src ref_url fb_action_ids pk_campaign mtm_source
  matomo_campaign vero_id oly_anon_id wickedid ck_subscriber_id trk trackingId lipi si spm wt_mc __cf_chl_tk
  hl v token lti_message_hint lti_storage_target id_token state nonce login_hint target_link_uri iss client_id
  deployment_id context_id user_id course_id courseId sesskey session sid jsessionid phpsessid redirect
  redirect_uri return_url next continue lang locale language theme mode preview version t ts _ cb nocache cachebust
  rnd q query search page tab view embed iframe width height amp output print format usp pli authuser gws_rd ved ei
  sa source cid campaign affiliate partner origin feature app gi sk k pp share x-craft-preview fb_source`.split(/\s+/);

/** Names of settings of each scene, with options of its pictures. */
const KNOWN = new Map();
for (const { id } of await scenes()) {
  const lab = await Laboratory.open(id);
  KNOWN.set(id, [...lab.run.settings.all.map(({ key }) => key), ...Object.values(COMMANDS)]);
  lab.close();
}

test("names that other services add are ignored, but for those of settings", () => {
  for (const [scene, known] of KNOWN) {
    const taken = ADDED.filter((name) => !known.includes(name) && isMeant(name, known));
    assert.deepEqual(taken, [], scene);
  }
});

test("every setting is known in any spelling, and with one letter too many, too few, wrong or exchanged", () => {
  for (const known of KNOWN.values()) {
    for (const key of known) {
      const snake = key.replace(/[A-Z]/g, (letter: string) => `_${letter.toLowerCase()}`);
      const edits = Array.from(key, (letter, i) => [
        key.slice(0, i) + key.slice(i + 1),
        key.slice(0, i) + letter + key.slice(i),
        ...(key.length > 5 ? [`${key.slice(0, i)}x${key.slice(i + 1)}`] : []),
        key.slice(0, i) + (key[i + 1] ?? "") + letter + key.slice(i + 2),
      ]);
      for (const name of [
        key,
        snake,
        key.toLowerCase(),
        ...(key.length > 3 && /^[a-z]+$/i.test(key) ? edits.flat() : []),
      ])
        assert.ok(isMeant(name, known), `${name} for ${key}`);
    }
  }
});

test("an added name is ignored, and a misspelt one reaches the laboratory, which reports it", () => {
  for (const ids of [["cloth"], ["one", "other"]]) {
    const labs = ids.map((id) => ({ id, parameters: [{ key: "stiffness" }] })) as any[];
    assert.equal(requestsIn("?utm_source=mail&fbclid=IwAR0&ref=home&hl=de&v=2", labs).size, 0);
    const requests = requestsIn("?utm_source=mail&stifness=8&token=1", labs);
    assert.deepEqual([...requests.keys()], [labs[0]]);
    assert.deepEqual([...(requests.get(labs[0])?.values ?? [])], [["stifness", "8"]]);
  }
});

test("a name of a megabyte is compared at once", () => {
  assert.equal(isMeant("stiffness".repeat(1e5), ["stiffness"]), false);
});
