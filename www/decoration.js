// Parameters that other services add to addresses that they pass on.

/** Families: names with the sign of a service, such as utm_source, and ids of clicks. */
const FAMILIES = new RegExp(
  `^(_|(${[
    ..."ad ads adset at campaign ck cm dm ef email fb ga gad guce hsa itm li matomo mc mkt ml mtm nr".split(" "),
    ..."ns oly piwik pk rdt ref s sc share snr stm trk tt tw utm vero vgo wt".split(" "),
  ].join("|")})_)|cl(ic)?k?id$`,
  "i",
);

/** Single names. */
const NAMES = [
  ..."campaign cid cmp cmpid cvid epik from gad gbraid gclsrc guccounter hsctatracking icid igsh igshid".split(" "),
  ..."lipi mibextid mkcid mkevt mkrid ncid ocid original_referer rcm ref referer referrer refsrc sccid".split(" "),
  ..."sfnsn share si smid smtyp source spm scm srsltid trackingid trk via wbraid wickedid xtor zanpid".split(" "),
];

/**
 * True if a parameter of an address is no setting of a laboratory, but was added on the way: by a
 * newsletter, an advertisement or a button for sharing.
 * @param {string} name
 */
export function isDecoration(name) {
  return FAMILIES.test(name) || NAMES.includes(name.toLowerCase());
}
