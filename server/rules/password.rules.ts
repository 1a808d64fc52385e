export const passwordLengthMin = 6;

export function isStrongPassword(password: string): boolean {
  return (
    password.length >= passwordLengthMin && /\d/.test(password) && /[a-z]/.test(password) && /[A-Z]/.test(password)
  );
}
