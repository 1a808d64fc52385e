import { accountJobs } from '@vexil/contract/account';
import { assetJobs } from '@vexil/contract/asset';
import { challengeJobs } from '@vexil/contract/challenge';
import { doctorJobs } from '@vexil/contract/doctor';
import { gameCheckJobs } from '@vexil/contract/game-check';
import { logJobs } from '@vexil/contract/log';
import { mailJobs } from '@vexil/contract/mail';
import { noticeJobs } from '@vexil/contract/notice';
import { ownDataJobs } from '@vexil/contract/own-data';
import { rejudgingJobs } from '@vexil/contract/rejudging';
import { retentionJobs } from '@vexil/contract/retention';
import { solverJobs } from '@vexil/contract/solver';
import { submissionJobs } from '@vexil/contract/submission';
import { webhookJobs } from '@vexil/contract/webhook';
import { exportAccount } from './account/export-account';
import { sweepErasures } from './account/sweep-erasures';
import { sweepExports } from './account/sweep-exports';
import { sweepSessions } from './account/sweep-sessions';
import { sweepAssets } from './asset/sweep-assets';
import { checkCaptures } from './capture/check-captures';
import { searchCaptures } from './capture/search-captures';
import { sweepCaptures } from './capture/sweep-captures';
import { releaseChallenges } from './challenge/release-challenges';
import { announceQueue } from './container/announce-queue';
import { checkDisk } from './container/check-disk';
import { keepContainers } from './container/keep-containers';
import { placeContainers } from './container/place-containers';
import { pullImages } from './container/pull-images';
import { readContainerLog } from './container/read-container-log';
import { reconcileContainers } from './container/reconcile-containers';
import { reconcileEngine } from './container/reconcile-engine';
import { startContainer } from './container/start-container';
import { expireContainer, stopContainer } from './container/stop-container';
import { inspectWorker } from './doctor/inspect-worker';
import { sweepGameChecks } from './game/sweep-game-checks';
import { sweepRetention } from './game/sweep-retention';
import { sweepLogs } from './log/sweep-logs';
import { sendMail } from './mail/send-mail';
import { sweepMails } from './mail/sweep-mails';
import { sendTestMail } from './mail/test-mail';
import { announceBloods } from './notice/announce-bloods';
import { sweepNotices } from './notice/sweep-notices';
import { computeRejudging } from './rejudging/compute-rejudging';
import { sweepRejudgings } from './rejudging/sweep-rejudgings';
import { type Handler, handle } from './run-job';
import { runSolver } from './solver/run-solver';
import { sweepSolverChecks } from './solver/sweep-solver-checks';
import { judgeSubmissions } from './submission/judge-submissions';
import { sweepSubmissions } from './submission/sweep-submissions';
import { deliverWebhook } from './webhook/deliver-webhook';
import { sweepWebhooks } from './webhook/sweep-webhooks';

export const handlers: readonly Handler[] = [
  handle(submissionJobs.judge, judgeSubmissions),
  handle(submissionJobs.sweep, sweepSubmissions),
  handle(noticeJobs.announce, (deps, { gameId }) => announceBloods(deps, gameId)),
  handle(noticeJobs.sweep, sweepNotices),
  handle(challengeJobs.release, (deps) => releaseChallenges(deps)),
  handle(accountJobs.sweep, sweepSessions),
  handle(ownDataJobs.export, exportAccount),
  handle(ownDataJobs.sweepErasures, sweepErasures),
  handle(ownDataJobs.sweepExports, (deps) => sweepExports(deps)),
  handle(assetJobs.sweep, sweepAssets),
  handle(mailJobs.send, sendMail),
  handle(mailJobs.test, sendTestMail),
  handle(mailJobs.sweep, sweepMails),
  handle(doctorJobs.inspect, inspectWorker),
  handle(retentionJobs.sweep, sweepRetention),
  handle(gameCheckJobs.sweep, (deps) => sweepGameChecks(deps)),
  handle(logJobs.sweep, (deps) => sweepLogs(deps)),
  handle(rejudgingJobs.compute, computeRejudging),
  handle(rejudgingJobs.sweep, (deps) => sweepRejudgings(deps)),
  handle(webhookJobs.deliver, deliverWebhook),
  handle(webhookJobs.sweep, (deps) => sweepWebhooks(deps)),
  handle(solverJobs.sweep, (deps) => sweepSolverChecks(deps)),
  runSolver,
  placeContainers,
  keepContainers,
  announceQueue,
  searchCaptures,
  checkCaptures,
  sweepCaptures,
  startContainer,
  stopContainer,
  expireContainer,
  reconcileContainers,
  reconcileEngine,
  checkDisk,
  pullImages,
  readContainerLog,
];
