// Workers make the same addresses, so the rule itself is part of the contract.
export { assetUrl, avatarUrl } from '@vexil/rules/asset.rules';
