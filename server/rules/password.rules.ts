export const passwordLengthMin = 6;

/** The three kinds of character a password must have. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= passwordLengthMin && /\d/.test(password) && /[a-z]/.test(password) && /[A-Z]/.test(password)
  );
}
