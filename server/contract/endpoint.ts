export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';

/** Files of endpoints never import zod, to keep it out of the browser. */
/** Of `Config`, in MiB. */
export type UploadSetting = 'attachmentMaxMiB' | 'packageMaxMiB';

export interface Endpoint {
  method: Method;
  /** With `:name` for each member of the route's `params`. */
  path: string;
  /** Multipart; `field` names its file parts, which have `sizeBytesMax` together. */
  upload?: { field: string; many?: boolean; sizeBytesMax: number | UploadSetting };
}

export type Endpoints = Record<string, Endpoint>;
