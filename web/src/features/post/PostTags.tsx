import { IconPinFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import classes from './Post.module.css';

export function PostTags({ tags }: { tags: readonly string[] | null }) {
  const t = useText('post');
  if (!tags || tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t('post.tags')}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/posts" search={{ tag }} className={classes.tag}>
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function PinnedMark() {
  const t = useText('post');
  return (
    <span className={classes.pinned}>
      <IconPinFilled size={14} />
      {t('post.pinned')}
    </span>
  );
}
