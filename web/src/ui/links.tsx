import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Native = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps | keyof AnchorProps>;

/** A link in a text. Where it leads is checked like any route: `<LinkAnchor to="/teams">`. */
export const LinkAnchor = createLink((props: AnchorProps & Native) => <Anchor {...props} />);

/** A link that looks like a button, for going somewhere as the main action of a page. */
export const LinkButton = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);
