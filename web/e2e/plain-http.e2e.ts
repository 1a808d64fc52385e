import { expect, it } from 'vitest';
import { addChallenge, createGame, save, signIn } from './support/organiser';
import { button, field, see } from './support/see';
import { hallHost, openStage } from './support/stage';

const stage = openStage();

it('copies and takes pictures in a hall without TLS', async () => {
  const organiser = await stage.person('Organiser', { host: hallHost });
  const { page, goto } = organiser;
  await signIn(organiser, stage.platform.admin.userName, stage.platform.admin.password);
  expect(await page.evaluate('[isSecureContext, typeof navigator.clipboard]')).toEqual([false, 'undefined']);

  await goto('/admin/tokens');
  await button(page, 'New token').first().click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Name').fill('hall');
  await button(dialog, 'Create token').click();
  await button(dialog, 'Copy token').click();
  await see(button(dialog, 'Copied'));
  expect(await page.evaluate(`document.activeElement.closest('[role="dialog"]') !== null`)).toBe(true);
  await button(dialog, 'Done').click();

  const gameId = await createGame(organiser, 'Night Watch');
  await addChallenge(organiser, gameId, {
    title: 'Left Luggage',
    category: 'Crypto',
    type: 'Same file, same flag',
    content: 'What does the porter know?',
  });
  const description = field(page, 'Description');
  await description.fill('');
  await page.keyboard.press('Control+V');
  expect(await description.inputValue()).toMatch(/^vexil_/);
  await description.fill('See: ');
  await description.evaluate(async (area) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => made && resolve(made)));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'plan.png', { type: 'image/png' }));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => description.inputValue()).toMatch(/^See: !\[plan\]\(\/assets\/[0-9a-f]{64}\/plan\.png\)$/);
  await save(page);
  await button(page, 'Preview as player').click();
  const picture = page.getByRole('img', { name: 'plan' }).last();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
});
