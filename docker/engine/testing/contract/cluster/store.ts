/** Objects of the stand-in of Kubernetes' API, with versions, watches and the errors of the real one. */
import { randomUUID } from 'node:crypto';

export interface ApiObject {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // Checked by the published schemas, not by types.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any kind.
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any kind.
  status?: any;
}

/** A refusal, as the API says it. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;
  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

interface Change {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  resource: string;
  object: ApiObject;
}

type Listener = (change: Change) => void;

export class Store {
  #objects = new Map<string, ApiObject>();
  #changes: Change[] = [];
  #listeners = new Set<Listener>();
  #version = 1;
  /** Changes up to this one are forgotten. */
  #forgotten = 0;

  get version(): number {
    return this.#version;
  }

  find(resource: string, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.#objects.get(key(resource, namespace, name));
  }

  get(resource: string, namespace: string | undefined, name: string): ApiObject {
    const found = this.find(resource, namespace, name);
    if (found === undefined) throw new Refusal(404, 'NotFound', `${resource} "${name}" not found`);
    return found;
  }

  list(resource: string, namespace?: string, selector = ''): ApiObject[] {
    const prefix = namespace === undefined ? `${resource}/` : `${resource}/${namespace}/`;
    const all = [...this.#objects].filter(([one]) => one.startsWith(prefix)).map(([, object]) => object);
    return all.filter((object) => matches(object, selector));
  }

  create(resource: string, namespace: string | undefined, object: ApiObject): ApiObject {
    const at = key(resource, namespace, object.metadata.name);
    if (this.#objects.has(at)) {
      throw new Refusal(409, 'AlreadyExists', `${resource} "${object.metadata.name}" already exists`);
    }
    const metadata = { ...object.metadata, namespace, uid: randomUUID(), creationTimestamp: new Date().toISOString() };
    return this.#put(at, resource, 'ADDED', { ...object, metadata });
  }

  /** Nothing happens where the object is gone. */
  update(
    resource: string,
    namespace: string | undefined,
    name: string,
    change: (object: ApiObject) => ApiObject,
  ): void {
    const found = this.find(resource, namespace, name);
    if (found !== undefined) this.#put(key(resource, namespace, name), resource, 'MODIFIED', change(found));
  }

  replace(resource: string, namespace: string | undefined, object: ApiObject): ApiObject {
    const { metadata } = this.get(resource, namespace, object.metadata.name);
    const { resourceVersion } = object.metadata;
    if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
      throw new Refusal(
        409,
        'Conflict',
        'the object has been modified; please apply your changes to the latest version',
      );
    }
    const merged = { ...object, metadata: { ...metadata, ...object.metadata, namespace } };
    return this.#put(key(resource, namespace, object.metadata.name), resource, 'MODIFIED', merged);
  }

  remove(resource: string, namespace: string | undefined, name: string): void {
    const at = key(resource, namespace, name);
    const found = this.#objects.get(at);
    if (found === undefined) return;
    this.#objects.delete(at);
    this.#note({ type: 'DELETED', resource, object: found });
  }

  /** The changes after `version`, then those to come, until the returned function is called. */
  follow(resource: string, version: number, listener: Listener): () => void {
    if (version < this.#forgotten) throw new Refusal(410, 'Expired', `too old resource version: ${version}`);
    for (const change of this.#changes) if (change.version > version && change.resource === resource) listener(change);
    const filtered: Listener = (change) => {
      if (change.resource === resource) listener(change);
    };
    this.#listeners.add(filtered);
    return () => this.#listeners.delete(filtered);
  }

  /** As etcd's compaction does: earlier versions cannot be followed any more. */
  compact(): void {
    this.#forgotten = this.#version;
    this.#changes = [];
  }

  #put(at: string, resource: string, type: 'ADDED' | 'MODIFIED', object: ApiObject): ApiObject {
    const stored = this.#note({ type, resource, object });
    this.#objects.set(at, stored);
    return stored;
  }

  #note({ type, resource, object }: Omit<Change, 'version'>): ApiObject {
    this.#version += 1;
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
    const change = { version: this.#version, type, resource, object: stored };
    this.#changes.push(change);
    for (const listener of this.#listeners) listener(change);
    return stored;
  }
}

export function matches({ metadata }: ApiObject, selector: string): boolean {
  return selector
    .split(',')
    .filter((term) => term !== '')
    .every((term) => {
      const [name = '', value] = term.split('=');
      return metadata.labels?.[name] === value;
    });
}

const key = (resource: string, namespace: string | undefined, name: string) => `${resource}/${namespace ?? ''}/${name}`;
