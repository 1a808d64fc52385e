/**
 * Members of each reply in the specification: `name:type` for every member and no other. `?` after a type: nullable.
 * `[]`: a list. `{}`: a record. A name after `+` is our addition.
 */
export const models: Record<string, string> = {
  Message: 'title:string status:int',
  Registered: 'title:string data:RegisterStatus status:int',
  MailSent: 'title:string data:bool status:int',
  Profile:
    'userId:guid role:Role userName:string? email:string? bio:string? phone:string? realName:string? stdNumber:string? avatar:string? +fields:FieldValue[]',
  OwnProfile:
    'userId:guid role:Role userName:string? email:string? bio:string? phone:string? realName:string? stdNumber:string? avatar:string? +isOrganiser:bool +factorDue:ms? +termsDue:bool +fields:FieldValue[] +fieldsDue:bool',
  Terms: '+terms:string +privacy:string +eligibility:string +hash:string? +fields:OwnField[]',
  OwnField: '+id:string +name:string +kind:string +choices:string[] +required:bool +visibility:string',
  FieldValue: '+id:string +name:string +value:json',
  PublicFields: '+userName:string +fields:FieldValue[]',
  MemberFields: '+userId:guid +fields:FieldValue[]',
  ConsentPage: '+data:Consent[] +length:int +total:int +text:string?',
  Consent: '+userId:guid +userName:string +acceptedAt:ms +hash:string +isCurrent:bool',
  TermsPolicy: '+terms:string +privacy:string +eligibility:string',
  AccountSession: '+id:string +userAgent:string +ip:string +createdAt:ms +lastSeenAt:ms +isCurrent:bool',
  Factors: '+factors:Factor[] +recoveryCodes:int',
  Factor: '+id:guid +kind:FactorKind +name:string +createdAt:ms +lastUsedAt:ms?',
  PasskeyRef: '+id:string +transports:string[]',
  PasskeyChallenge: '+challenge:string +rpId:string +passkeys:PasskeyRef[]',
  PasskeySetup: '+challenge:string +rpId:string +passkeys:PasskeyRef[] +rpName:string +userId:string +userName:string',
  TotpSetup: '+setup:string +secret:string +url:string',
  NewFactor: '+recoveryCodes:string[]?',
  RecoveryCodes: '+recoveryCodes:string[]',
  AccountExport: '+requestedAt:ms +readyAt:ms? +expiresAt:ms? +sizeBytes:int?',
  AccountErasure: '+requestedAt:ms +dueAt:ms',
  ResetLink: '+link:string +expiresAt:ms',
  UserInfo:
    'id:guid userName:string? realName:string? stdNumber:string? phone:string? bio:string? registerTimeUtc:ms lastVisitedUtc:ms ip:string email:string? avatar:string? role:Role emailConfirmed:bool +fields:FieldValue[] +version:int',

  PostInfo:
    'id:string title:string summary:string isPinned:bool tags:string[]? authorAvatar:string? authorName:string? time:ms',
  PostDetail:
    'id:string title:string summary:string content:string isPinned:bool tags:string[]? authorAvatar:string? authorName:string? time:ms +version:int',
  ClientConfig:
    'title:string slogan:string footerInfo:string? customTheme:string? apiPublicKey:string? logoUrl:string? portMapping:PortMapping defaultLifetime:int extensionDuration:int renewalWindow:int +autoDestroyOnLimitReached:bool +attachmentBytesMax:int +packageBytesMax:int +sendsMail:bool +foreignImages:ForeignImageRule +version:string +commit:string? +sourceUrl:string? +licenseUrl:string',
  CaptchaInfo: 'type:CaptchaProvider siteKey:string onDemandType:CaptchaProvider onDemandSiteKey:string',
  PowChallenge: 'id:string challenge:string difficulty:int',

  Team: 'id:int name:string? bio:string? avatar:string? locked:bool members:TeamMember[]',
  OwnTeam: 'id:int name:string? bio:string? avatar:string? locked:bool members:TeamMember[] +held:TeamHold?',
  LedTeam: 'id:int name:string? bio:string? avatar:string? locked:bool members:TeamMember[] +inviteCode:string',
  AdminTeam:
    'id:int name:string? bio:string? avatar:string? locked:bool members:TeamMember[] +gameCount:int +version:int',
  TeamMember: 'id:guid userName:string? bio:string? avatar:string? captain:bool',
  TeamBrief: 'id:int name:string? bio:string? avatar:string? locked:bool',
  TeamRef: 'id:int name:string avatar:string?',
  TeamReview: 'id:int locked:bool captainId:guid name:string? bio:string? avatar:string? members:Profile[]',

  Settings:
    'accountPolicy:AccountPolicy globalConfig:GlobalConfig containerPolicy:ContainerPolicy +containerCeilings:ContainerCeilings +termsPolicy:TermsPolicy +signInProviders:StoredProvider[] +version:int',
  StoredProvider:
    '+id:string +name:string +kind:string +icon:string +issuer:string +clientId:string +scopes:string +groupsClaim:string +domains:string[] +groups:string[] +makesAccounts:bool +linksByEmail:bool +takesTeam:bool +rules:ProviderRule[] +isEnabled:bool +hasSecret:bool',
  ProviderRule: '+group:string +gameId:int +divisionId:int? +staffRole:StaffRole?',
  SignInProvider: '+id:string +name:string +kind:string +icon:string',
  SignInBegun: '+url:string',
  SignInLink: '+link:OwnLink? +pending:PendingSignIn?',
  OwnLink: '+label:string +createdAt:ms +lastUsedAt:ms?',
  PendingSignIn: '+label:string +userName:string +email:string? +way:string +teamName:string?',
  SignInDone: '+isSignedIn:bool',
  AccountPolicy:
    'allowRegister:bool activeOnRegister:bool useCaptcha:bool emailConfirmationRequired:bool emailDomainList:string +factorRequiredOf:FactorRequirement +factorRequiredFrom:int +fields:OwnField[]',
  GlobalConfig:
    'title:string slogan:string description:string? footerInfo:string? customTheme:string? apiEncryption:bool logoHash:string? faviconHash:string? +hasOwnFavicon:bool +foreignImages:ForeignImageRule',
  MailTexts: '+placeholders:MailPlaceholder[] +texts:MailText[]',
  MailText:
    '+kind:MailKind +language:Language +subject:string? +text:string? +standardSubject:string +standardText:string +button:string +closing:string[] +version:int',
  ContainerPolicy:
    'autoDestroyOnLimitReached:bool maxExerciseContainerCountPerUser:int defaultLifetime:int extensionDuration:int renewalWindow:int',
  ContainerCeilings:
    'memoryMiB:int cpuTenths:int storageMiB:int lifetimeMinutes:int +instancesMax:int networkModes:NetworkMode[] imageRegistries:string +runtimes:string[]',
  LogMessage:
    'time:ms name:string? level:string? ip:string? msg:string? status:TaskStatus? +kind:LogKind? +gameId:int?',
  Writeups: 'divisions:string{} writeups:Writeup[]',
  Writeup: 'id:int team:Team url:string uploadTimeUtc:ms divisionId:int?',
  WriteupReviewList: 'writeups:ReviewedWriteup[] missing:MissingWriteup[]',
  ReviewedWriteup:
    'id:int team:ReviewedTeam divisionId:int? url:string fileSize:int uploadTimeUtc:ms comment:string grade:int?',
  MissingWriteup: 'id:int team:ReviewedTeam divisionId:int?',
  ReviewedTeam: 'id:int name:string avatar:string?',
  Instance:
    'team:TeamRef? challenge:ChallengeRef? +game:GameRef image:string containerGuid:guid containerId:string startedAt:ms expectStopAt:ms ip:string port:int +ports:InstancePort[] +status:ContainerStatus +position:int? +via:Via',
  FailedStart:
    '+team:TeamRef? +challenge:ChallengeRef? +game:GameRef +image:string +containerGuid:guid +at:ms +reason:string',
  ChallengeRef: 'id:int title:string category:Category +customCategory:CategoryLook?',
  GameRef: '+id:int +title:string',
  ImagePull:
    '+engine:string +image:string +state:ImagePullState +percent:int? +reason:string? +isKept:bool +changedAt:ms?',
  ContainerLog: '+text:string?',
  LocalFile: 'hash:string name:string',
  ListedFile:
    'hash:string name:string +sizeBytes:int +contentType:string +createdAt:ms +isUsed:bool +uses:FileUse[] +useCount:int',
  FileUse: '+kind:FileUseKind +id:string +gameId:int? +name:string?',
  CaptchaTest: '+isSolved:bool',
  MailTest: '+problem:MailProblem? +answer:string?',
  PlatformHealth: '+checkedAt:ms +checks:CheckResult[]',
  CheckResult: '+part:CheckedPart +code:string +state:CheckState +message:string +advice:string?',
  GameCheck: '+startedAt:ms +finishedAt:ms? +checks:GameCheckResult[]',
  GameCheckResult: '+part:GameCheckPart +code:string +state:CheckState +message:string +advice:string?',
  Echo: '+address:string +isForwarded:bool +trustsProxies:bool',
  Overview:
    '+version:string +commit:string? +startedAt:ms +parts:OverviewParts +disk:OverviewDisk +workers:OverviewWorker[]? +drainedEngines:string[]? +queues:QueueCounts{}? +oldestWaitingAnswerSeconds:int? +unsentMails:int? +failingChecks:int? +backup:OverviewBackup? +setup:OverviewSetup +counts:OverviewCounts +isUntouched:bool',
  OverviewParts: '+database:PartState +migrations:PartState +redis:PartState +storage:PartState',
  OverviewDisk: '+state:DiskState +freeBytes:number?',
  OverviewWorker: '+version:string? +engine:string? +isEngineUp:bool +hasMail:bool',
  QueueCounts: '+waiting:int +delayed:int +failed:int',
  OverviewBackup: '+lastAt:ms? +isLate:bool +faults:int?',
  OverviewSetup:
    '+hasMail:bool +mailSender:string +captcha:CaptchaProvider +containerEngine:string +portMapping:PortMapping +containerHost:HostExposure +storage:StorageKind +publicUrl:string?',
  OverviewCounts:
    '+accounts:int +unconfirmed:int +banned:int +administrators:int +teams:int +games:int +runningGames:int +containers:int +files:int +fileBytes:number',
  EngineList: '+waiting:int +engines:Engine[]',
  Engine:
    '+name:string +kind:EngineKind +state:EngineState +isUp:bool +lastError:string? +seenAt:ms +isLimited:bool +memoryMiB:int? +memoryUsedMiB:int +cpuTenths:int? +cpuUsedTenths:int +running:int +starting:int +waiting:int +ending:int +runtimes:string[]',
  ApiToken:
    'id:guid name:string creatorId:guid? createdAt:ms expiresAt:ms? lastUsedAt:ms? isRevoked:bool creator:string? +scopes:string[] +gameId:int?',
  NewToken: 'token:string info:ApiToken',
  PlayerToken:
    '+id:guid +name:string +createdAt:ms +expiresAt:ms? +lastUsedAt:ms? +scopes:string[] +gameId:int +game:string +isUsable:bool',
  NewPlayerToken: '+token:string +info:PlayerToken',
  McpMessage: '+jsonrpc:string +id:int +result:json',
  FileLink: '+name:string +size:int? +url:string +expiresAt:ms?',
  Webhook:
    '+id:guid +name:string +format:WebhookFormat +host:string +chatId:string? +kinds:string[] +gameId:int? +gameTitle:string? +isPrivate:bool +isEnabled:bool +createdAt:ms +waiting:int +lastState:DeliveryState?',
  NewWebhook: '+secret:string +webhook:Webhook',
  WebhookDelivery:
    '+id:int +eventId:guid +kind:WebhookEventKind +gameId:int? +gameTitle:string? +happenedAt:ms +state:DeliveryState +attempts:int +nextAttemptAt:ms? +lastAttemptAt:ms? +lastStatus:int? +lastError:string?',

  GameInfo:
    'id:int title:string hidden:bool summary:string content:string acceptWithoutReview:bool writeupRequired:bool inviteCode:string? teamMemberCountLimit:int containerCountLimit:int poster:string? publicKey:string practiceMode:bool start:ms end:ms writeupDeadline:ms writeupNote:string bloodBonus:int +bloodBonusPoints:int[]? +freezeTime:ms? +revealedAt:ms? +hintsMayGoBelowZero:bool +customCategories:CustomCategory[] +individual:bool +rules:string +fields:OwnField[] +allowsMcp:bool +addressesKeptDays:int? +capturesKeptDays:int? +writeupsKeptDays:int? +version:int +containerTotalLimit:int +boardVisibility:BoardVisibility +pausedAt:ms?',
  CustomCategory: '+id:int +name:string +category:Category +icon:Category +colour:Category',
  CategoryLook: '+name:string +icon:Category +colour:Category',
  Notice: 'id:int type:NoticeType values:string[] time:ms +pinned:~bool +challengeId:~int',
  WrittenNotice:
    'id:int type:NoticeType values:string[] time:ms +pinned:bool +challengeId:int? +scheduledUtc:ms? +version:int',
  Division:
    'id:int name:string inviteCode:string? defaultPermissions:int challengeConfigs:DivisionChallenge[] +kind:DivisionKind? +ruleText:string +scoresAlone:bool +version:int',
  DivisionChallenge: 'challengeId:int permissions:int',
  ChallengeRow:
    'id:int title:string category:Category type:ChallengeType isEnabled:bool score:int minScore:int originalScore:int deadlineUtc:ms? +acceptedCount:int +flagCount:int +hasFlagTemplate:bool +containerImage:string +testedAt:ms? +releaseUtc:ms? +position:int? +bloods:string[] +supply:FlagSupply? +lastCheck:LastCheck? +origin:ChallengeOrigin? +customCategory:CategoryLook?',
  FoundChallenge:
    '+id:int +title:string +category:Category +customCategory:CategoryLook? +gameId:int +gameTitle:string',
  LastCheck: '+result:SolverResult +at:ms',
  ChallengeSolver: '+solver:SolverSettings? +checks:SolverCheck[]',
  SolverSettings:
    '+image:string +command:string[] +script:string +timeoutSeconds:int +everyMinutes:int +showStatus:bool',
  SolverCheck:
    '+id:int +result:SolverResult +userName:string? +reason:string? +exitCode:int? +requestedAt:ms +startedAt:ms? +endedAt:ms?',
  SolverOutput: '+text:string?',
  ChallengeEdit:
    'id:int title:string content:string category:Category type:ChallengeType hints:string[] flagTemplate:string? isEnabled:bool acceptedCount:int fileName:string? attachment:Attachment? testContainer:TestContainerInfo? flags:FlagInfo[] containerImage:string? memoryLimit:int? cpuCount:int? storageLimit:int? exposePort:int? networkMode:NetworkMode? enableTrafficCapture:bool? disableBloodBonus:bool? deadlineUtc:ms? submissionLimit:int originalScore:int minScoreRate:number difficulty:number +curve:ScoreCurve +minimumScore:int +decay:int +hintList:Hint[] +readOnlyRoot:bool +tmpfsSize:int +containerOptions:ContainerOptions +releaseUtc:ms? +supply:FlagSupply? +lastFailure:StartFailure? +connection:string +attachments:Attachment[] +version:int +author:string +tags:string[] +topics:string[] +requires:Requirement? +next:int? +customCategory:string? +origin:ChallengeOrigin?',
  Hint: '+id:int +title:string +content:string +cost:int +releaseUtc:ms?',
  StartFailure: '+at:ms +team:string? +reason:string +lastLines:string?',
  FlagSupply: '+used:int +left:int +waiting:int +state:SupplyState',
  ChallengeHealth:
    '+challengeId:int +teamsTried:int +teamsSolved:int +answers:int +wrongRecently:int +wrongEarlier:int +instanceStarts:int +failedStarts:int +selfEnds:int +memoryEnds:int',
  GameHealth:
    '+incomplete:HealthOf[] +failedStarts:HealthOfStarts[] +selfEnds:HealthOfEnds[] +failedChecks:HealthOfChecks[] +wrongFlags:HealthOfFlags[] +unsolved:HealthOfUnsolved[] +runningOut:HealthOfAttachments[] +unjudged:CountSince +review:CountSince +cheating:CountLatest +writeups:HealthOfWriteups',
  HealthOfChecks: '+id:int +title:string +result:FailedCheck +since:ms',
  HealthOf: '+id:int +title:string',
  HealthOfEnds: '+id:int +title:string +ended:int +outOfMemory:int',
  HealthOfStarts: '+id:int +title:string +failed:int +starts:int +team:string +reason:string',
  HealthOfFlags: '+id:int +title:string +wrong:int +usual:number',
  HealthOfUnsolved: '+id:int +title:string +since:ms +teams:int',
  HealthOfAttachments: '+id:int +title:string +left:int +teams:int',
  CountSince: '+count:int +since:ms?',
  CountLatest: '+count:int +latest:ms?',
  HealthOfWriteups: '+unread:int +missing:int',
  Attachment: 'id:int type:FileType url:string? fileSize:int? +name:string +fileHash:string?',
  AttachmentList: '+attachments:Attachment[] +version:int',
  FlagInfo:
    'id:int flag:string attachment:Attachment? +attachments:Attachment[] +taken:bool +match:FlagMatch +example:string? +canary:bool',
  ContainerInfo: 'status:ContainerStatus startedAt:ms expectStopAt:ms entry:string +ports:InstancePort[]',
  TestContainerInfo:
    'status:ContainerStatus startedAt:ms expectStopAt:ms entry:string +ports:InstancePort[] +ticket:string?',
  InstancePort: '+name:string +kind:ShownPortKind +entry:string +url:string?',
  ContainerOptions:
    '+mainKind:PortKind +entry:EntryKind +ports:ExtraPort[] +companions:Companion[] +readiness:Readiness +flagDelivery:FlagDelivery +flagPath:string +rotateFlag:bool +runtime:string? +sharing:Sharing +warmCount:int',
  ExtraPort: '+name:string +port:int +kind:PortKind',
  Companion: '+name:string +image:string +environment:string{} +memoryMiB:int +cpuTenths:int',
  Readiness: '+kind:ReadinessKind +path:string +timeoutSeconds:int',
  AuditEntry:
    '+id:int +time:ms +userId:guid? +userName:string? +action:string +target:string +targetName:string? +before:json? +after:json?',
  AuditEntryOfAll:
    '+id:int +time:ms +userId:guid? +userName:string? +action:string +target:string +targetName:string? +before:json? +after:json? +gameId:int? +ip:string?',
  Staff: '+userId:guid +userName:string +avatar:string? +role:StaffRole',

  BasicGame: 'id:int title:string summary:string poster:string? limit:int start:ms end:ms +pausedAt:ms?',
  GamePause: '+reason:string +pausedAt:ms +resumedAt:ms?',
  Pause:
    '+id:int +reason:string +hideStatements:bool +stopInstances:bool +pausedAt:ms +resumedAt:ms? +userName:string? +resumedBy:string?',
  DetailedGame:
    'id:int title:string summary:string content:string hidden:bool divisions:DivisionInfo[] inviteCodeRequired:bool writeupRequired:bool poster:string? limit:int teamCount:int division:int? teamName:string? practiceMode:bool status:ParticipationStatus start:ms end:ms +staffRole:StaffRole? +teamId:int? +freezeTime:ms? +revealedAt:ms? +isFrozen:bool +writeupDeadline:ms? +containerCountLimit:int +reviewRequired:bool +boardVisibility:BoardVisibility +boardVisible:bool +pausedAt:ms? +statementsHidden:bool +pauses:GamePause[] +individual:bool +rules:string +rulesHash:string? +acceptedRules:string[] +isAsked:bool +fields:OwnField[] +fieldValues:FieldValue[]',
  OwnGames: '+hasTeam:bool +games:OwnGame[]',
  OwnGame:
    '+id:int +status:ParticipationStatus +teamId:int? +teamName:string? +staffRole:StaffRole? +practiceMode:bool +freezeTime:ms? +boardVisible:bool +writeupDeadline:ms? +writeupSubmitted:bool +place:OwnPlace?',
  OwnPlace: '+rank:int +score:int +solvedCount:int +challengeCount:int',
  DivisionInfo:
    'id:int name:string inviteCodeRequired:bool +reviewRequired:bool +kind:DivisionKind? +ruleText:string +ruleHash:string? +scoresAlone:bool',
  JoinCheck: 'joinedTeams:JoinedTeam[] joinableDivisions:int[] +openDivisions:int[]',
  JoinedTeam: 'id:int division:int',
  Scoreboard:
    'updateTimeUtc:ms bloodBonus:int +bloodBonusPoints:~int[] timelines:Timeline[] items:ScoreboardItem[] divisions:ScoreboardDivision[] challenges:BoardChallenge[]{} challengeCount:int +divisionValues:~DivisionValues[] +version:int',
  Timeline: 'divisionId:int teams:TeamTimeline[]',
  TeamTimeline: 'id:int name:string items:TimelinePoint[]',
  TimelinePoint: 'time:ms score:int',
  TeamScores: '+id:int +name:string +items:TimelinePoint[]',
  CtftimeFeed: '+tasks:string[] +standings:CtftimeRow[]',
  CtftimeRow: '+pos:int +team:string +score:int +taskStats:CtftimeSolve{} +lastAccept:~int',
  CtftimeSolve: '+points:int +time:int',
  ScoreboardItem:
    'id:int name:string bio:string? divisionId:int? avatar:string? score:int rank:int divisionRank:int? lastSubmissionTime:ms solvedChallenges:Solve[] solvedCount:int +awardPoints:~int +awards:~BoardAward[]',
  BoardAward: '+id:int +points:int +reason:string +label:string? +time:ms +challengeId:~int',
  Award:
    '+id:int +teamId:int +teamName:string +points:int +reason:string +label:string? +challengeId:int? +challengeTitle:string? +at:ms +externalId:string? +createdAt:ms +userName:string? +reversedAt:ms? +reversedBy:string?',
  Rejudging:
    '+id:int +state:string +reason:string +challengeId:int? +challengeTitle:string? +teamId:int? +teamName:string? +from:ms? +to:ms? +takeBack:bool +createdAt:ms +userName:string? +computedAt:ms? +closedAt:ms? +closedBy:string? +submissionCount:int +changedCount:int +keptCount:int +teamCount:int +gainCount:int +lossCount:int +bloods:RejudgedBlood[]',
  Plan: '+id:guid +createdAt:ms +changes:PlanChange[] +unchanged:int +missingFiles:PlanFile[]',
  StartedImport: '+id:guid',
  EventImport:
    '+id:guid +state:string +done:int +total:int +gameId:int? +title:string +challenges:int +accounts:int +teams:int +submissions:int +awards:int +problems:ImportRemark[] +losses:ImportRemark[] +error:string?',
  ImportRemark: '+file:string +line:int? +field:string +what:string +values:~json',
  PlanResult: '+changes:PlanChange[]',
  PlanChange:
    '+key:string +path:string +title:string +challengeId:int? +kind:string +fields:PlanField[] +needs:string[] +problem:PlanProblem?',
  PlanField: '+field:string +before:string? +after:string? +changedIn:string +noticed:bool',
  PlanProblem: '+code:string +field:string +message:string',
  PlanImage: '+key:string +field:string +image:string +state:string +reason:string?',
  PlanFile: '+sha256:string +name:string +sizeBytes:int',
  ChallengeOrigin: '+path:string +repository:string? +commit:string? +at:ms',
  RejudgedBlood: '+challengeId:int +title:string +before:string[] +after:string[]',
  RejudgedSubmission:
    '+id:int +challengeId:int +challenge:string +teamId:int +team:string +user:string +answer:string +time:ms +before:string +after:string',
  RejudgedTeam: '+teamId:int +name:string +scoreBefore:int +scoreAfter:int +rankBefore:int +rankAfter:int',
  RejudgedCount: '+changedCount:int +keptCount:int',
  Solve: 'id:int score:int type:SubmissionType userName:string? time:ms',
  ScoreboardDivision:
    'id:int name:string +kind:~DivisionKind +scoresAlone:~bool defaultPermissions:int challengeConfigs:DivisionChallenge{}',
  DivisionValues: '+divisionId:int +challenges:ChallengeValues[]',
  ChallengeValues: '+id:int +score:int +solved:int +bloods:Blood[]',
  BoardChallenge:
    'id:int title:string category:Category score:int solved:int deadline:ms? bloods:Blood[] disableBloodBonus:bool +position:~int +customCategory:~CategoryLook',
  ListedChallenge:
    'id:int title:string category:Category score:int solved:int deadline:ms? bloods:Blood[] disableBloodBonus:bool +position:~int +customCategory:~CategoryLook +tags:~string[]',
  Blood: 'id:int name:string avatar:string? submitTimeUtc:ms?',
  GameEvent:
    'type:EventType values:string[] time:ms user:string team:string +id:int +participationId:int? +teamId:int? +challengeId:int? +challenge:string? +endReason:EventEndReason?',
  Submission:
    'answer:string status:AnswerResult time:ms user:string team:string challenge:string +id:int +userId:guid? +participationId:int +teamId:int +challengeId:int +via:Via',
  TeamSubmission:
    '+id:int +answer:string +status:AnswerResult +time:ms +user:string +isEarlierFlag:bool +rejudged:string?',
  Finding:
    '+key:string +reason:FindingReason +team:FindingTeam +other:FindingTeam? +challengeId:int? +challenge:string? +time:ms +spanMs:int? +boundMs:int? +count:int? +submission:Submission?',
  FindingTeam: '+participationId:int +teamId:int +name:string',
  Evidence: '+data:EvidenceLine[] +length:int +total:int +team:EvidenceTeam +caseId:int? +isRecorded:bool',
  EvidenceTeam:
    '+participationId:int +teamId:int +name:string +avatar:string? +status:ParticipationStatus +divisionId:int? +division:string?',
  EvidenceLine:
    '+challengeId:int +challenge:string +events:EvidenceEvent[] +attempts:int +solvedAt:ms? +spanMs:int? +field:EvidenceField',
  EvidenceEvent:
    '+kind:EvidenceKind +at:ms +user:string? +status:AnswerResult? +via:string? +address:string? +device:string?',
  EvidenceField: '+solvers:int +medianMs:int? +fastestMs:int?',
  CaseInfo: '+id:int +state:CaseState +team:EvidenceTeam +openedBy:string? +createdAt:ms +updatedAt:ms +unanswered:int',
  Case: '+id:int +state:CaseState +team:EvidenceTeam +openedBy:string? +createdAt:ms +updatedAt:ms +unanswered:int +notes:CaseNote[] +questions:CaseQuestion[]',
  CaseNote: '+id:int +text:string +state:CaseState? +userName:string? +createdAt:ms',
  CaseQuestion:
    '+id:int +challengeId:int? +challenge:string? +text:string +dueAt:ms +createdAt:ms +answer:string? +answerUrl:string? +answeredAt:ms? +answeredBy:string? +askedBy:string?',
  TeamQuestion:
    '+id:int +challengeId:int? +challenge:string? +text:string +dueAt:ms +createdAt:ms +answer:string? +answerUrl:string? +answeredAt:ms? +answeredBy:string? +isOpen:bool',
  CheatInfo: 'ownedTeam:Participation submitTeam:Participation submission:Submission',
  Participation: 'id:int team:TeamRef status:ParticipationStatus division:string? divisionId:int? +members:MemberRef[]',
  MemberRef: 'id:guid name:string avatar:string? banned:bool',
  ParticipationInfo:
    'id:int team:TeamReview registeredMembers:guid[] +memberFields:MemberFields[] divisionId:int? status:ParticipationStatus',
  ChallengeTraffic:
    'id:int title:string category:Category type:ChallengeType isEnabled:bool count:int +customCategory:CategoryLook?',
  TeamTraffic: 'id:int teamId:int name:string? division:string? avatar:string? count:int',
  CaptureSearch:
    'id:guid kind:CaptureSearchKind pattern:string? ignoreCase:bool challengeId:int? challenge:string? participationId:int? team:string? state:CaptureSearchState error:string? filesTotal:int filesDone:int filesUnread:int bytesRead:int matchCount:int isTruncated:bool createdAt:ms endedAt:ms? userName:string?',
  CaptureSearchDetail:
    'id:guid kind:CaptureSearchKind pattern:string? ignoreCase:bool challengeId:int? challenge:string? participationId:int? team:string? state:CaptureSearchState error:string? filesTotal:int filesDone:int filesUnread:int bytesRead:int matchCount:int isTruncated:bool createdAt:ms endedAt:ms? userName:string? matches:CaptureMatch[]',
  CaptureMatch:
    'challengeId:int challenge:string? participationId:int fileName:string stream:int clientPort:int side:CaptureSide offset:int length:int packet:int time:ms filter:string team:string? owner:string? isForeign:bool before:string? content:string? after:string?',
  CaptureFinding:
    'challengeId:int challenge:string? participationId:int fileName:string stream:int clientPort:int side:CaptureSide offset:int length:int packet:int time:ms filter:string id:int isStored:bool ownedTeam:Participation submitTeam:Participation',
  FileRecord:
    'fileName:string size:int? +writtenBytes:int? updateTime:ms +isOpen:bool +startTime:ms? +connections:int? +clients:string[] +missingBytes:int',
  GamePage: '+profile:OwnProfile +game:DetailedGame +details:GameDetails? +instances:TeamContainer[]?',
  Requirement: '+challengeIds:int[] +count:int? +lockedShown:bool',
  LockedChallenge:
    '+id:int +title:string +category:Category +customCategory:~CategoryLook +missing:int +openCount:int +openIds:int[]',
  GameDetails:
    'challenges:ListedChallenge[]{} challengeCount:int rank:ScoreboardItem? teamToken:string writeupRequired:bool writeupDeadline:ms +locked:~LockedChallenge[]',
  ChallengePreview: '+challenges:ListedChallenge[]{} +challengeCount:int +statements:ChallengeDetail[]',
  ChallengeDetail:
    'id:int title:string content:string category:Category hints:string[]? score:int type:ChallengeType context:FlagContext limit:int attempts:int deadline:ms? +check:ShownCheck? +isShared:bool +lastEnd:LastEnd? +hintList:ShownHint[] +hintBudget:HintBudget? +author:string +tags:string[] +next:int? +customCategory:CategoryLook?',
  ShownHint: '+id:int +title:string +content:string? +cost:int +releaseUtc:ms?',
  HintBudget: '+points:int +mayGoBelowZero:bool',
  ShownCheck: '+works:bool +at:ms',
  LastEnd: '+state:string +endReason:ContainerEndReason?',
  FlagContext: 'closeTime:ms? instanceEntry:string? url:string? fileSize:int? +files:ContextFile[] +connection:string?',
  ContextFile: '+name:string +url:string +size:int?',
  WriteupInfo: 'submitted:bool name:string fileSize:int note:string +uploadTimeUtc:ms?',
  MonitorFigures:
    'time:ms minutes:MinuteFigures[] submissions:AnswerFigures teams:TeamFigures instances:InstanceFigures challenges:ChallengeFigures[]',
  MinuteFigures: 'time:ms right:int wrong:int',
  AnswerFigures: 'right:int wrong:int shared:int waiting:int waitingSince:ms?',
  TeamFigures: 'accepted:int active:int solved:int',
  InstanceFigures: 'running:int waiting:int ending:int failed:int',
  ChallengeFigures: 'id:int title:string category:Category solves:int answers:int +customCategory:CategoryLook?',
  TeamContainer:
    '+challengeId:int +containerId:guid +state:string +requestedAt:ms +entry:string? +ports:InstancePort[] +expectStopAt:ms? +position:int? +waitSeconds:int? +isFull:bool +userName:string? +endReason:ContainerEndReason? +isShared:bool',
};

export const enumerations: Record<string, string> = {
  FactorKind: 'app passkey',
  FactorRequirement: 'None Admins Staff',
  ForeignImageRule: 'ask refuse',
  MailProblem: 'notConfigured noWorker noAnswer unreachable encryption signIn recipient other',
  PartState: 'ok full failed',
  CheckState: 'ok warning fault unknown',
  CheckedPart:
    'database migrations key redis clock workers engine storage disk mail webhooks address limits backup queues solvers accounts',
  GameCheckPart: 'checklist dryRun',
  EngineKind: 'docker swarm kubernetes',
  EngineState: 'active draining removed',
  DiskState: 'ok low full',
  HostExposure: 'apart sameSite sameHost',
  StorageKind: 'file s3',
  Role: 'Banned User Monitor Admin',
  RegisterStatus: 'LoggedIn AdminConfirmationRequired EmailConfirmationRequired',
  FileUseKind: 'challenge flag game notice writeup team account post platform',
  LogKind: 'submission instance account team game platform',
  TaskStatus: 'Success Failed Duplicate Denied NotFound Exit Pending Degraded Unhealthy',
  DivisionKind: 'People Assisted Agents',
  ParticipationStatus: 'Pending Accepted Rejected Suspended Unsubmitted',
  Category: 'Misc Crypto Pwn Web Reverse Blockchain Forensics Hardware Mobile PPC AI Pentest OSINT',
  ChallengeType: 'StaticAttachment StaticContainer DynamicAttachment DynamicContainer',
  FileType: 'None Local Remote',
  MailKind: 'VerifyEmail ResetPassword ChangeEmail',
  MailPlaceholder: 'name platform email time',
  Language: 'en-US zh-CN zh-TW ja-JP id-ID ko-KR ru-RU de-DE fr-FR es-ES vi-VN',
  NetworkMode: 'Open Isolated Custom',
  PortKind: 'tcp http',
  ShownPortKind: 'tcp http ssh',
  EntryKind: 'port name',
  ReadinessKind: 'tcp http',
  FlagDelivery: 'environment file',
  Sharing: 'none onDemand kept',
  ContainerStatus: 'Pending Running Destroyed',
  EventEndReason: 'player expired staff outOfMemory exited limit diskLimit disabled participation engineRemoved',
  ContainerEndReason: 'expired exited limit staff diskLimit engineDown diskFull',
  PortMapping: 'Default PlatformProxy',
  CaptchaProvider: 'None HashPow CloudflareTurnstile',
  NoticeType: 'Normal FirstBlood SecondBlood ThirdBlood NewHint NewChallenge',
  EventType: 'Normal ContainerStart ContainerDestroy FlagSubmit CheatDetected',
  SubmissionType: 'Unaccepted FirstBlood SecondBlood ThirdBlood Normal',
  Via: 'Session Token Mcp',
  AnswerResult: 'FlagSubmitted Accepted WrongAnswer CheatDetected NotFound',
  FlagRemoval: 'Success NotFound',
  FileBinding: 'added bound same kept',
  TeamHold: 'members team',
  ImagePullState: 'unrequested waiting pulling present failed',
  ScoreCurve: 'Exponential Static Linear Logarithmic',
  SupplyState: 'short tight ample',
  SolverResult: 'running passed failed timedOut error',
  FailedCheck: 'failed timedOut error',
  StaffRole: 'organiser observer',
  FindingReason: 'Canary SharedFlag CaptureHit NotOpened NotLoaded ShortInterval SolveRun SameAnswers SharedDevice',
  EvidenceKind: 'Opened Loaded Connected Started Submitted',
  CaseState: 'Open Cleared Moved Suspended',
  FlagMatch: 'Exact IgnoreCase Regex',
  BoardVisibility: 'Everyone SignedIn Participants Staff',
  CaptureSearchKind: 'text regex flag',
  CaptureSearchState: 'waiting running done failed',
  CaptureSide: 'client container',
  WebhookFormat: 'Json Discord Slack Telegram',
  WebhookEventKind: 'Blood Solve Notice Phase Cheat Participation Account Test',
  DeliveryState: 'Waiting Delivered Failed',
};
