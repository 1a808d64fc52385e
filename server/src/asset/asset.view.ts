export { assetUrl, avatarUrl } from '@vexil/rules/asset.rules';
