import {
  IconBrandDiscord,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandWindows,
  IconBuilding,
  IconFlag,
  IconKey,
  IconSchool,
} from '@tabler/icons-react';
import type { ProviderIcon as Name } from '@vexil/db/enums/sign-in';

const icons = {
  key: IconKey,
  school: IconSchool,
  building: IconBuilding,
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
  github: IconBrandGithub,
  discord: IconBrandDiscord,
  flag: IconFlag,
};

export function ProviderIcon({ name }: { name: Name }) {
  const Icon = icons[name];
  return <Icon size={20} className="rigid" />;
}
