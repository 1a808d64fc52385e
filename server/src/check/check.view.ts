import type { CheckedPart, CheckResult, GameCheckPart, GameCheckResult } from '@vexil/contract/doctor';
import type { Language } from '@vexil/contract/languages';
import { checkText } from '@vexil/http/reply/i18n';
import type { Finding } from './check';

/** The part stands before the dot of a code. */
function view<Part extends string>({ code, state, params }: Finding, language: Language) {
  return {
    part: code.slice(0, code.indexOf('.')) as Part,
    code,
    state,
    message: checkText(code, language, params) ?? code,
    advice: checkText(`${code}.do`, language, params),
  };
}

export const viewFinding = (finding: Finding, language: Language): CheckResult => view<CheckedPart>(finding, language);

export const viewGameFinding = (finding: Finding, language: Language): GameCheckResult =>
  view<GameCheckPart>(finding, language);
