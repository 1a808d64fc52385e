export interface FloodPlan {
  name: string;
  url: string;
  /** Address of this machine that it connects from. */
  from: string;
  cookie?: string;
  kind: 'requests' | 'headers' | 'body';
  connections: number;
  /** In turn. `{turn}` in a body is a number that no other request has. */
  requests: { method: string; path: string; body?: unknown }[];
}
