import postgres from 'postgres';

/** One connection, for a command. */
export const openConnection = (url: string) =>
  postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connection: { application_name: 'vexil-operate' } });
