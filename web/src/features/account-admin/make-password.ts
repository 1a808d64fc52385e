import { randomCode } from '../../ui/random-code';

/** Mixed so that it passes the rules whatever the dice say. */
export const makePassword = () => `${randomCode(12)}aA1`;
