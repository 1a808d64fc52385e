import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Pod } from 'kubernetes-models/v1/Pod';
import { ResourceQuota } from 'kubernetes-models/v1/ResourceQuota';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { type ApiObject, Refusal } from './store';

const MODELS = {
  namespaces: Namespace,
  networkpolicies: NetworkPolicy,
  pods: Pod,
  resourcequotas: ResourceQuota,
  secrets: Secret,
  services: Service,
} as const;

const NAME = /^[a-z0-9]([a-z0-9-]{0,251}[a-z0-9])?$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9])?$/;
const QUALIFIED = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** By validators made of the published schemas, and by the rules for names that no schema contains. */
export function validate(resource: string, object: ApiObject): void {
  const Model = MODELS[resource as keyof typeof MODELS];
  if (Model === undefined) throw new Refusal(404, 'NotFound', `no resource ${resource}`);
  try {
    new Model(object as never).validate();
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const { name, labels = {}, annotations = {} } = object.metadata;
  if (!NAME.test(name)) throw invalid(`metadata.name ${name}`);
  // Services must be names of hosts that begin with a letter.
  if (resource === 'services' && !/^[a-z][a-z0-9-]{0,62}$/.test(name)) throw invalid(`metadata.name ${name}`);
  for (const [label, value] of Object.entries(labels)) {
    if (!QUALIFIED.test(label) || !LABEL_VALUE.test(value)) throw invalid(`metadata.labels ${label}=${value}`);
  }
  for (const annotation of Object.keys(annotations)) {
    if (!QUALIFIED.test(annotation)) throw invalid(`metadata.annotations ${annotation}`);
  }
}

const invalid = (message: string) => new Refusal(422, 'Invalid', message);
