let last = 0;

/** A number no other builder of this test file has used; keeps names unique without being told. */
export function nextNumber(): number {
  last += 1;
  return last;
}
