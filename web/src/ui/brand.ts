import { createContext, useContext } from 'react';

/** The platform's name, for titles; whoever runs it may set another. */
export const BrandContext = createContext('Vexil');
export const useBrand = (): string => useContext(BrandContext);
