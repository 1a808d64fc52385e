/**
 * Members of each reply in the specification: `name:type` for every member and no other. `?` after a type: nullable.
 * `[]`: a list. `{}`: a record. A name after `+` is our addition.
 */
export const models: Record<string, string> = {
  Message: 'title:string status:int',
  Registered: 'title:string data:RegisterStatus status:int',
  MailSent: 'title:string data:bool status:int',
  Profile:
    'userId:guid role:Role userName:string? email:string? bio:string? phone:string? realName:string? stdNumber:string? avatar:string?',
  AccountSession: '+id:string +userAgent:string +ip:string +createdAt:ms +lastSeenAt:ms +isCurrent:bool',
  UserInfo:
    'id:guid userName:string? realName:string? stdNumber:string? phone:string? bio:string? registerTimeUtc:ms lastVisitedUtc:ms ip:string email:string? avatar:string? role:Role emailConfirmed:bool',

  PostInfo:
    'id:string title:string summary:string isPinned:bool tags:string[]? authorAvatar:string? authorName:string? time:ms',
  PostDetail:
    'id:string title:string summary:string content:string isPinned:bool tags:string[]? authorAvatar:string? authorName:string? time:ms +version:int',
  ClientConfig:
    'title:string slogan:string footerInfo:string? customTheme:string? apiPublicKey:string? logoUrl:string? portMapping:PortMapping defaultLifetime:int extensionDuration:int renewalWindow:int +version:string +commit:string? +sourceUrl:string? +licenseUrl:string',
  CaptchaInfo: 'type:CaptchaProvider siteKey:string onDemandType:CaptchaProvider onDemandSiteKey:string',
  PowChallenge: 'id:string challenge:string difficulty:int',

  Team: 'id:int name:string? bio:string? avatar:string? locked:bool members:TeamMember[]',
  TeamMember: 'id:guid userName:string? bio:string? avatar:string? captain:bool',
  TeamBrief: 'id:int name:string? bio:string? avatar:string? locked:bool',
  TeamRef: 'id:int name:string avatar:string?',
  TeamReview: 'id:int locked:bool captainId:guid name:string? bio:string? avatar:string? members:Profile[]',

  Settings:
    'accountPolicy:AccountPolicy globalConfig:GlobalConfig containerPolicy:ContainerPolicy +containerCeilings:ContainerCeilings',
  AccountPolicy:
    'allowRegister:bool activeOnRegister:bool useCaptcha:bool emailConfirmationRequired:bool emailDomainList:string',
  GlobalConfig:
    'title:string slogan:string description:string? footerInfo:string? customTheme:string? apiEncryption:bool logoHash:string? faviconHash:string? +hasOwnFavicon:bool',
  MailTexts: '+placeholders:MailPlaceholder[] +texts:MailText[]',
  MailText:
    '+kind:MailKind +language:Language +subject:string? +text:string? +standardSubject:string +standardText:string +button:string +closing:string[]',
  ContainerPolicy:
    'autoDestroyOnLimitReached:bool maxExerciseContainerCountPerUser:int defaultLifetime:int extensionDuration:int renewalWindow:int',
  ContainerCeilings:
    'memoryMiB:int cpuTenths:int storageMiB:int lifetimeMinutes:int networkModes:NetworkMode[] imageRegistries:string',
  LogMessage: 'time:ms name:string? level:string? ip:string? msg:string? status:TaskStatus?',
  Writeups: 'divisions:string{} writeups:Writeup[]',
  Writeup: 'id:int team:Team url:string uploadTimeUtc:ms divisionId:int?',
  WriteupReviewList: 'writeups:ReviewedWriteup[] missing:MissingWriteup[]',
  ReviewedWriteup:
    'id:int team:ReviewedTeam divisionId:int? url:string fileSize:int uploadTimeUtc:ms comment:string grade:int?',
  MissingWriteup: 'id:int team:ReviewedTeam divisionId:int?',
  ReviewedTeam: 'id:int name:string avatar:string?',
  Instance:
    'team:TeamRef? challenge:ChallengeRef? +game:GameRef image:string containerGuid:guid containerId:string startedAt:ms expectStopAt:ms ip:string port:int +status:ContainerStatus',
  ChallengeRef: 'id:int title:string category:Category',
  GameRef: '+id:int +title:string',
  ContainerLog: '+text:string?',
  LocalFile: 'hash:string name:string',
  ListedFile: 'hash:string name:string +sizeBytes:int +contentType:string +createdAt:ms +isUsed:bool',
  CaptchaTest: '+isSolved:bool',
  MailTest: '+problem:MailProblem? +answer:string?',
  Overview:
    '+version:string +commit:string? +startedAt:ms +parts:OverviewParts +disk:OverviewDisk +workers:OverviewWorker[]? +queues:OverviewQueues? +oldestWaitingAnswerSeconds:int? +unsentMails:int? +setup:OverviewSetup +counts:OverviewCounts +isUntouched:bool',
  OverviewParts: '+database:PartState +migrations:PartState +redis:PartState +storage:PartState',
  OverviewDisk: '+state:DiskState +freeBytes:number?',
  OverviewWorker: '+version:string? +engine:string? +isEngineUp:bool +hasMail:bool',
  OverviewQueues:
    '+submission:QueueCounts +container:QueueCounts +mail:QueueCounts +webhook:QueueCounts +sweep:QueueCounts',
  QueueCounts: '+waiting:int +delayed:int +failed:int',
  OverviewSetup:
    '+hasMail:bool +mailSender:string +captcha:CaptchaProvider +containerEngine:string +portMapping:PortMapping +containerHost:HostExposure +storage:StorageKind +publicUrl:string?',
  OverviewCounts:
    '+accounts:int +unconfirmed:int +banned:int +administrators:int +teams:int +games:int +runningGames:int +containers:int +files:int +fileBytes:number',
  ApiToken:
    'id:guid name:string creatorId:guid? createdAt:ms expiresAt:ms? lastUsedAt:ms? isRevoked:bool creator:string? +scopes:string[]',
  NewToken: 'token:string info:ApiToken',
  Webhook:
    '+id:guid +name:string +format:WebhookFormat +host:string +chatId:string? +kinds:string[] +gameId:int? +gameTitle:string? +isPrivate:bool +isEnabled:bool +createdAt:ms +waiting:int +lastState:DeliveryState?',
  NewWebhook: '+secret:string +webhook:Webhook',
  WebhookDelivery:
    '+id:int +eventId:guid +kind:WebhookEventKind +gameId:int? +gameTitle:string? +happenedAt:ms +state:DeliveryState +attempts:int +nextAttemptAt:ms? +lastAttemptAt:ms? +lastStatus:int? +lastError:string?',

  GameInfo:
    'id:int title:string hidden:bool summary:string content:string acceptWithoutReview:bool writeupRequired:bool inviteCode:string? teamMemberCountLimit:int containerCountLimit:int poster:string? publicKey:string practiceMode:bool start:ms end:ms writeupDeadline:ms writeupNote:string bloodBonus:int +freezeTime:ms? +version:int',
  Notice: 'id:int type:NoticeType values:string[] time:ms +pinned:~bool +challengeId:~int',
  WrittenNotice:
    'id:int type:NoticeType values:string[] time:ms +pinned:bool +challengeId:int? +scheduledUtc:ms? +version:int',
  Division:
    'id:int name:string inviteCode:string? defaultPermissions:int challengeConfigs:DivisionChallenge[] +version:int',
  DivisionChallenge: 'challengeId:int permissions:int',
  ChallengeRow:
    'id:int title:string category:Category type:ChallengeType isEnabled:bool score:int minScore:int originalScore:int deadlineUtc:ms? +acceptedCount:int +flagCount:int +hasFlagTemplate:bool +containerImage:string +testedAt:ms? +releaseUtc:ms? +position:int? +bloods:string[]',
  ChallengeEdit:
    'id:int title:string content:string category:Category type:ChallengeType hints:string[] flagTemplate:string? isEnabled:bool acceptedCount:int fileName:string? attachment:Attachment? testContainer:TestContainerInfo? flags:FlagInfo[] containerImage:string? memoryLimit:int? cpuCount:int? storageLimit:int? exposePort:int? networkMode:NetworkMode? enableTrafficCapture:bool? disableBloodBonus:bool? deadlineUtc:ms? submissionLimit:int originalScore:int minScoreRate:number difficulty:number +readOnlyRoot:bool +tmpfsSize:int +releaseUtc:ms? +version:int',
  ChallengeHealth:
    '+challengeId:int +teamsTried:int +teamsSolved:int +answers:int +wrongRecently:int +wrongEarlier:int +instanceStarts:int +failedStarts:int',
  GameHealth:
    '+incomplete:HealthOf[] +failedStarts:HealthOfStarts[] +wrongFlags:HealthOfFlags[] +unsolved:HealthOfUnsolved[] +runningOut:HealthOfAttachments[] +unjudged:CountSince +review:CountSince +cheating:CountLatest +writeups:HealthOfWriteups',
  HealthOf: '+id:int +title:string',
  HealthOfStarts: '+id:int +title:string +failed:int +starts:int',
  HealthOfFlags: '+id:int +title:string +wrong:int +usual:number',
  HealthOfUnsolved: '+id:int +title:string +since:ms +teams:int',
  HealthOfAttachments: '+id:int +title:string +left:int +teams:int',
  CountSince: '+count:int +since:ms?',
  CountLatest: '+count:int +latest:ms?',
  HealthOfWriteups: '+unread:int +missing:int',
  Attachment: 'id:int type:FileType url:string? fileSize:int?',
  FlagInfo: 'id:int flag:string attachment:Attachment? +taken:bool',
  ContainerInfo: 'status:ContainerStatus startedAt:ms expectStopAt:ms entry:string',
  TestContainerInfo: 'status:ContainerStatus startedAt:ms expectStopAt:ms entry:string +ticket:string?',
  AuditEntry:
    '+id:int +time:ms +userId:guid? +userName:string? +action:string +target:string +before:json? +after:json?',
  AuditEntryOfAll:
    '+id:int +time:ms +userId:guid? +userName:string? +action:string +target:string +before:json? +after:json? +gameId:int? +ip:string?',
  Staff: '+userId:guid +userName:string +avatar:string? +role:StaffRole',

  BasicGame: 'id:int title:string summary:string poster:string? limit:int start:ms end:ms',
  DetailedGame:
    'id:int title:string summary:string content:string hidden:bool divisions:DivisionInfo[] inviteCodeRequired:bool writeupRequired:bool poster:string? limit:int teamCount:int division:int? teamName:string? practiceMode:bool status:ParticipationStatus start:ms end:ms +staffRole:StaffRole? +teamId:int? +freezeTime:ms? +isFrozen:bool +writeupDeadline:ms?',
  DivisionInfo: 'id:int name:string inviteCodeRequired:bool',
  JoinCheck: 'joinedTeams:JoinedTeam[] joinableDivisions:int[]',
  JoinedTeam: 'id:int division:int',
  Scoreboard:
    'updateTimeUtc:ms bloodBonus:int timelines:Timeline[] items:ScoreboardItem[] divisions:ScoreboardDivision[] challenges:BoardChallenge[]{} challengeCount:int +version:int',
  Timeline: 'divisionId:int teams:TeamTimeline[]',
  TeamTimeline: 'id:int name:string items:TimelinePoint[]',
  TimelinePoint: 'time:ms score:int',
  TeamScores: '+id:int +name:string +items:TimelinePoint[]',
  ScoreboardItem:
    'id:int name:string bio:string? divisionId:int? avatar:string? score:int rank:int divisionRank:int? lastSubmissionTime:ms solvedChallenges:Solve[] solvedCount:int',
  Solve: 'id:int score:int type:SubmissionType userName:string? time:ms',
  ScoreboardDivision: 'id:int name:string defaultPermissions:int challengeConfigs:DivisionChallenge{}',
  BoardChallenge:
    'id:int title:string category:Category score:int solved:int deadline:ms? bloods:Blood[] disableBloodBonus:bool +position:~int',
  Blood: 'id:int name:string avatar:string? submitTimeUtc:ms?',
  GameEvent:
    'type:EventType values:string[] time:ms user:string team:string +id:int +participationId:int? +teamId:int? +challengeId:int? +challenge:string?',
  Submission:
    'answer:string status:AnswerResult time:ms user:string team:string challenge:string +id:int +userId:guid? +participationId:int +teamId:int +challengeId:int',
  TeamSubmission: '+id:int +answer:string +status:AnswerResult +time:ms +user:string',
  CheatInfo: 'ownedTeam:Participation submitTeam:Participation submission:Submission',
  Participation: 'id:int team:TeamRef status:ParticipationStatus division:string? divisionId:int? +members:MemberRef[]',
  MemberRef: 'id:guid name:string avatar:string? banned:bool',
  ParticipationInfo: 'id:int team:TeamReview registeredMembers:guid[] divisionId:int? status:ParticipationStatus',
  ChallengeTraffic: 'id:int title:string category:Category type:ChallengeType isEnabled:bool count:int',
  TeamTraffic: 'id:int teamId:int name:string? division:string? avatar:string? count:int',
  FileRecord: 'fileName:string size:int updateTime:ms',
  GameDetails:
    'challenges:BoardChallenge[]{} challengeCount:int rank:ScoreboardItem? teamToken:string writeupRequired:bool writeupDeadline:ms',
  ChallengeDetail:
    'id:int title:string content:string category:Category hints:string[]? score:int type:ChallengeType context:FlagContext limit:int attempts:int deadline:ms?',
  FlagContext: 'closeTime:ms? instanceEntry:string? url:string? fileSize:int?',
  WriteupInfo: 'submitted:bool name:string fileSize:int note:string +uploadTimeUtc:ms?',
  MonitorFigures:
    'time:ms minutes:MinuteFigures[] submissions:AnswerFigures teams:TeamFigures instances:InstanceFigures challenges:ChallengeFigures[]',
  MinuteFigures: 'time:ms right:int wrong:int',
  AnswerFigures: 'right:int wrong:int shared:int waiting:int waitingSince:ms?',
  TeamFigures: 'accepted:int active:int solved:int',
  InstanceFigures: 'running:int waiting:int ending:int failed:int',
  ChallengeFigures: 'id:int title:string category:Category solves:int answers:int',
  TeamContainer:
    '+challengeId:int +containerId:guid +state:string +entry:string? +expectStopAt:ms? +position:int? +userName:string? +endReason:ContainerEndReason?',
};

export const enumerations: Record<string, string> = {
  MailProblem: 'notConfigured noWorker noAnswer unreachable encryption signIn recipient other',
  PartState: 'ok full failed',
  DiskState: 'ok low full',
  HostExposure: 'apart sameSite sameHost',
  StorageKind: 'file s3',
  Role: 'Banned User Monitor Admin',
  RegisterStatus: 'LoggedIn AdminConfirmationRequired EmailConfirmationRequired',
  TaskStatus: 'Success Failed Duplicate Denied NotFound Exit Pending Degraded Unhealthy',
  ParticipationStatus: 'Pending Accepted Rejected Suspended Unsubmitted',
  Category: 'Misc Crypto Pwn Web Reverse Blockchain Forensics Hardware Mobile PPC AI Pentest OSINT',
  ChallengeType: 'StaticAttachment StaticContainer DynamicAttachment DynamicContainer',
  FileType: 'None Local Remote',
  MailKind: 'VerifyEmail ResetPassword ChangeEmail',
  MailPlaceholder: 'name platform email time',
  Language: 'en-US zh-CN zh-TW ja-JP id-ID ko-KR ru-RU de-DE fr-FR es-ES vi-VN',
  NetworkMode: 'Open Isolated Custom',
  ContainerStatus: 'Pending Running Destroyed',
  ContainerEndReason: 'expired exited limit staff diskLimit engineDown diskFull',
  PortMapping: 'Default PlatformProxy',
  CaptchaProvider: 'None HashPow CloudflareTurnstile',
  NoticeType: 'Normal FirstBlood SecondBlood ThirdBlood NewHint NewChallenge',
  EventType: 'Normal ContainerStart ContainerDestroy FlagSubmit CheatDetected',
  SubmissionType: 'Unaccepted FirstBlood SecondBlood ThirdBlood Normal',
  AnswerResult: 'FlagSubmitted Accepted WrongAnswer CheatDetected NotFound',
  FlagRemoval: 'Success NotFound',
  StaffRole: 'organiser observer',
  WebhookFormat: 'Json Discord Slack Telegram',
  WebhookEventKind: 'Blood Solve Notice Phase Cheat Participation Account Test',
  DeliveryState: 'Waiting Delivered Failed',
};
