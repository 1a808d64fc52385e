import userEvent, { type UserEvent } from '@testing-library/user-event';

/** Text without keys by name, such as `{Enter}`. */
const plain = /^[^{}[\]]{3,}$/;

/**
 * A user whose plain texts arrive in two steps, all but the last character at once and the last one by its key: a page is
 * not rendered for each character.
 */
export function setupUser(): UserEvent {
  const user = userEvent.setup();
  return {
    ...user,
    async type(element, text, options) {
      if (options || !plain.test(text)) return user.type(element, text, options);
      await user.click(element);
      await user.paste(text.slice(0, -1));
      await user.keyboard(text.slice(-1));
    },
  };
}
