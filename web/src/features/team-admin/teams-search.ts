export const teamOrders = ['name', 'members', 'games'] as const;
export type TeamOrder = (typeof teamOrders)[number];
export type TeamsSearch = {
  q?: string;
  locked?: boolean;
  order?: TeamOrder;
  desc?: boolean;
  page?: number;
};
