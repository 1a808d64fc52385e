import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Native = ComponentPropsWithRef<'a'>;

/** A link in a text. Where it leads is checked like any route: `<LinkAnchor to="/teams">`. */
export const LinkAnchor = createLink(({ className = '', ...props }: Native) => (
  <a {...props} className={`link regular ${className}`} />
));

/** A link that looks like a button, for going somewhere as the main action of a page. */
export const LinkButton = createLink((props: ButtonProps & Omit<Native, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
