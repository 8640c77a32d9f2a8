// Computes a proof of work: a number for which SHA-256(form + ":" + number) begins with enough zero bits. A single
// person does not notice the time, but a sender of very many messages does. Only forms that need such a proof load this
// script.
const proof = document.querySelector("input[name=proof]");
const form = document.querySelector("input[name=form]");
const bits = Number(proof.dataset.bits);
const encoder = new TextEncoder();

async function countLeadingZeroBits(number) {
  const hash = await crypto.subtle.digest("SHA-256", encoder.encode(`${form.value}:${number}`));
  return Math.clz32(new DataView(hash).getUint32(0));
}

for (let number = 0; proof.value === ""; number++) {
  if ((await countLeadingZeroBits(number)) >= bits) proof.value = String(number);
}
