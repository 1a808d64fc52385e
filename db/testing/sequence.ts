let last = 0;

/** A number unique within the test file, for unique names. */
export function nextNumber(): number {
  last += 1;
  return last;
}
