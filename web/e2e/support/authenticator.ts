import type { Page } from 'playwright-core';

/** What answers a page in place of a finger on a key. */
export async function plugAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  // It answers at once, and so the offer beside the names, too: steps of buttons go without it.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('quiet')) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    offer: (isOn: boolean) => page.evaluate((on) => sessionStorage.setItem('quiet', on ? '' : '1'), isOn),
    lose: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}
