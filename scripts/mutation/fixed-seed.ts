import fc from 'fast-check';

/** The same random cases for every mutant, or the same mutant would live in one run and die in the next. */
fc.configureGlobal({ seed: 9 });
