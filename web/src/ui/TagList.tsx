import classes from './TagList.module.css';

/** Who made a challenge, and its tags; nothing where both are empty. */
export function TagList({ author, tags }: { author: string; tags: readonly string[] }) {
  if (author === '' && tags.length === 0) return null;
  return (
    <p className={classes.list}>
      {author !== '' && <span className="anywhere">{author}</span>}
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </p>
  );
}
