export const fileOrders = ['name', 'size', 'time'] as const;
export type FilesSearch = {
  q?: string;
  unused?: boolean;
  order?: (typeof fileOrders)[number];
  desc?: boolean;
  page?: number;
};
