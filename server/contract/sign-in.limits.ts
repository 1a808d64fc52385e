export const providersMax = 10;
/** Of one provider: groups, domains and rules. */
export const providerListMax = 50;
