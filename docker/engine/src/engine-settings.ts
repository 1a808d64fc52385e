import type { RegistryCredentials } from './docker-image';
import type { EngineLogger } from './engine';

/** As CONTAINER_ENGINES names them; see docs/settings.md. */
interface CommonSettings {
  name: string;
}

interface DockerSettings extends CommonSettings {
  kind: 'docker';
  /** unix:///path or tcp://host:port */
  host?: string;
  certPath?: string;
  networkPool?: string;
  customNetwork?: string;
  /** Of containers that name none. */
  runtime?: string;
  /** Where servers reach what is published for them. */
  proxyHost?: string;
}

export interface SwarmSettings extends Omit<DockerSettings, 'kind' | 'networkPool' | 'runtime'> {
  kind: 'swarm';
  /** With ingress, instances can reach each other over its network. */
  publish?: 'host' | 'ingress';
  /** Engines of other nodes by their host names, for files, disks and the reasons of ends. */
  nodes?: Record<string, { host: string; certPath?: string }>;
}

export interface KubernetesSettings extends CommonSettings {
  kind: 'kubernetes';
  /** A file; the pod's own service account when absent. */
  kubeconfig?: string;
  context?: string;
  /** Named after the deployment when absent. */
  namespace?: string;
  nodeSelector?: Record<string, string>;
  pullSecrets?: string[];
  runtimeClass?: string;
  proxyHost?: string;
  /** Limits of the namespace, for all containers together. */
  memoryMiB?: number;
  cpuTenths?: number;
  /** Whether the operator has found that policies of networks hold. */
  enforcesPolicies?: boolean;
}

export type EngineSettings = DockerSettings | SwarmSettings | KubernetesSettings;

/** What all engines of a process share. */
export interface EngineContext {
  /** Labels what is ours; other deployments on an engine are never touched. */
  deployment: string;
  registries?: Record<string, RegistryCredentials>;
  /** `first-last`, of published ports, for engines of kind docker; the engine's own choice when absent. */
  portRange?: string | undefined;
  /** False leaves iptables alone. */
  firewall?: boolean;
  logger?: EngineLogger;
}
