/** What an account may do, from the objects of a manifest. Tests only. */
import { readFileSync } from 'node:fs';
import { loadAllYaml } from '@kubernetes/client-node';

interface Request {
  verb: string;
  group: string;
  resource: string;
  namespace: string | undefined;
}

export interface Rights {
  /** Remembers the request. */
  allows(request: Request): boolean;
  /** As "VERB RESOURCE", sorted; those of the whole cluster end in an asterisk. */
  granted: string[];
  used(): string[];
  refused(): string[];
}

interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

interface ManifestObject {
  kind: string;
  metadata: { name: string; namespace?: string };
  rules?: Rule[];
}

/** Of the roles in `file`, which are taken as bound to the account. */
export function readRights(file: string): Rights & { objects: ManifestObject[] } {
  const objects = loadAllYaml(readFileSync(file, 'utf8')) as unknown as ManifestObject[];
  const rights = new Set<string>();
  for (const { kind, metadata, rules = [] } of objects) {
    for (const { apiGroups, resources, verbs } of rules) {
      for (const group of apiGroups) {
        for (const resource of resources) {
          const namespace = kind === 'ClusterRole' ? undefined : metadata.namespace;
          for (const verb of verbs) rights.add(nameOf({ verb, group, resource, namespace }));
        }
      }
    }
  }
  const [used, refused] = [new Set<string>(), new Set<string>()];
  return {
    objects,
    allows: (request) => {
      const own = nameOf(request);
      const found = [own, nameOf({ ...request, namespace: undefined })].find((name) => rights.has(name));
      if (found === undefined) refused.add(own);
      else used.add(found);
      return found !== undefined;
    },
    granted: [...rights].sort(),
    used: () => [...used].sort(),
    refused: () => [...refused].sort(),
  };
}

const nameOf = ({ verb, group, resource, namespace }: Request) =>
  [verb, group === '' ? resource : `${resource}.${group}`, namespace === undefined ? '*' : `in ${namespace}`].join(' ');
