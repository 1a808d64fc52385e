/**
 * Which chunk a shared module goes to. Left alone, the bundler makes a file for each set of pages that share a module:
 * sixty files of one KiB on the scoreboard. One file for all of them would bring dialogs to pages that have none. So
 * modules are put together by the heaviest thing that they need: schemas, what floats above the page, fields, nothing.
 */
type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null };

const isOwn = (id: string) => /[\\/](web[\\/]src|rules|contract|enums)[\\/]/.test(id);
const isIcon = (id: string) => id.includes('@tabler/icons-react');
// By its name where it is left outside of the bundle.
const isZod = (id: string) => id === 'zod' || /node_modules[\\/]zod[\\/]/.test(id);
const isControl = (id: string) => /node_modules[\\/]@mantine[\\/]/.test(id);
const isFloating = (id: string) =>
  /node_modules[\\/](@floating-ui|react-remove-scroll|react-number-format|react-style-singleton|use-(sidecar|callback)|aria-hidden|get-nonce|tslib)/.test(
    id,
  ) || /[\\/](FocusTrap|ScrollArea|Portal|Combobox|Slider)[\\/]/.test(id);
const isOrganising = (id: string) =>
  /[\\/](routes[\\/]admin|features[\\/]([\w-]+-(edit|admin)|flag|division|review|staff|token))[\\/]/.test(id);
/** Comes on demand, with a library of its own. */
const isApart = (id: string) => /[\\/](Markdown(Text|Code\w*)|Toasts)\b/.test(id);

const mantineImport = /import\s*{([^}]*)}\s*from\s*["']@mantine\/(?:core|hooks)["']/g;
const controlsIn = (code: string | null) =>
  [...(code ?? '').matchAll(mantineImport)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''),
  );

export function createChunkName(entry: string) {
  const closures = new Map<string, Set<string>>();
  let initial: Set<string> | undefined;
  /** Parts of Mantine that every page has. */
  let initialControls = new Set<string>();

  /** What a module needs, itself included; not through an index, which names everything that there is. */
  function closureOf(id: string, context: Context, belongs: (id: string) => boolean): Set<string> {
    const known = closures.get(id);
    if (known) return known;
    const found = new Set([id]);
    closures.set(id, found);
    for (const each of found) {
      for (const next of context.getModuleInfo(each)?.importedIds ?? []) if (belongs(next)) found.add(next);
    }
    return found;
  }

  const isHeavy = (name: string, context: Context, controls: ReadonlyMap<string, string>) => {
    const id = controls.get(name);
    return id !== undefined && controlChunk(id, context) === 'overlays';
  };

  function controlChunk(id: string, context: Context): string {
    const needs = closureOf(id, context, (next) => isControl(next) || isFloating(next));
    return [...needs].some(isFloating) ? 'overlays' : 'fields';
  }

  const controls = new Map<string, string>();

  function ownChunk(id: string, context: Context): string | null {
    if (!initial) {
      initial = closureOf(entry, context, isOwn);
      initialControls = new Set([...initial].flatMap((each) => controlsIn(context.getModuleInfo(each)?.code ?? null)));
    }
    const needs = [...closureOf(id, context, isOwn)].filter((each) => !initial?.has(each));
    if (needs.some(isApart)) return null;
    if (isOrganising(id)) return 'organise';
    const infos = needs.map((each) => context.getModuleInfo(each));
    if (infos.some((info) => info?.importedIds.some(isZod))) return 'schemas';
    const names = infos.flatMap((info) => controlsIn(info?.code ?? null)).filter((name) => !initialControls.has(name));
    const isBeyond = infos.some((info) =>
      info?.importedIds.some((next) => /@mantine[\\/](notifications|spotlight)/.test(next)),
    );
    if (names.length === 0) return isBeyond ? 'fields' : 'common';
    for (const info of infos) {
      for (const index of info?.importedIds.filter(isControl) ?? []) {
        for (const part of context.getModuleInfo(index)?.importedIds ?? []) {
          controls.set(/([\w-]+)\.m?js$/.exec(part)?.[1] ?? part, part);
        }
      }
    }
    return names.some((name) => isHeavy(name, context, controls)) ? 'overlays' : 'fields';
  }

  return (id: string, context: Context): string | null => {
    if (isZod(id)) return 'schemas';
    if (isIcon(id)) return 'common';
    if (isFloating(id)) return 'overlays';
    if (isControl(id)) return controlChunk(id, context);
    return isOwn(id) ? ownChunk(id, context) : null;
  };
}
