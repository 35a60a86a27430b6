// A link that carries the scenario in its fragment, which browsers don't send: base64url of the text's raw DEFLATE.

/** @returns {Promise<string>} the text as the value of `s` */
export async function packed(/** @type {string} */ text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @returns {Promise<string>} the text of the value of `s`; throws where it is none, or unpacks to more than `most` bytes */
export async function unpacked(/** @type {string} */ value, most = 2_000_000) {
  const binary = atob(value.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), most));
}

async function through(bytes, stream, most = Infinity) {
  const chunks = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("the link unpacks to too much text");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
