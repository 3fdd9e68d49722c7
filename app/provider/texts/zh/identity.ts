import type { identity as english } from "../en/identity.ts";

export const identity: Record<keyof typeof english, string> = {
  notLoggedIn: "您尚未登录",
  sessionExpired: "您的会话已过期",
  awaitingConfirmation: "该账户正在等待确认",
  awaitingApproval: "该账户正在等待审批",
  locked: "多次登录失败，账户已锁定 {minutes} 分钟",
  disabled: "该账户已被停用",
  resetLinkInvalid: "该链接已失效，请重新申请",
  emailNotAttached: "该邮箱未绑定任何账户",
  passwordTooSimple: "密码过于简单，无法保存",
  passwordBreached: "该密码曾在泄露事件中出现，请换一个",
  emailUnchanged: "该地址已是此账户的邮箱",
  emailNeedsPassword: "更换邮箱需要验证密码并确认新地址，不能在此修改",
  passwordUnchanged: "新密码不能与当前密码相同",
  passwordWrong: "当前密码错误",
  userNameTaken: "该账户名已存在",
  accountNameLength: "请输入 4 至 16 个字符：文字、数字或 . _ - @",
  accountNameDiffers: "输入的账户名与该用户不一致",
  notOnYourself: "您不能对自己的账户执行此操作",
  signInRefused: "用户名或密码错误",
  invitedAlready: "已有发往该邮箱的邀请尚未接受，可以重新发送",
  notInvited: "该成员没有待接受的邀请",
  formerMember: "前成员",
  mailLinkMadeSubject: "管理员已为您生成重置密码的链接",
  mailLinkMadeBody:
    "{name}，您好：\n\n贵公司的管理员已为账户 {userName} 生成重置密码的链接，并会将其转交给您。如果您没有提出此要求，请自行设置新密码，该链接即会失效：\n\n{link}\n",
  registrationNotOpen: "该注册申请不在待审批状态",
  mailRegisterConfirmSubject: "请确认您的邮箱地址",
  mailRegisterConfirmBody:
    "您好：\n\n有人使用本邮箱为公司申请账户。请在 {hours} 小时内打开以下链接并确认：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，不会创建账户。\n",
  mailRegisterKnownSubject: "该邮箱已有账户",
  mailRegisterKnownBody:
    "您好：\n\n有人使用本邮箱申请新账户，但本邮箱已有账户，因此未作任何处理。如果是您本人且忘记了密码，请设置新密码：\n\n{link}\n\n如果不是您本人，请忽略本邮件。\n",
  mailRegisterWaitingSubject: "有公司申请账户",
  mailRegisterWaitingBody:
    "{name}，您好：\n\n{company} 申请账户，并已确认邮箱（申请编号 {id}），正在等待您的审批。\n",
  mailRegisterApprovedSubject: "您的账户已开通",
  mailRegisterApprovedBody:
    "{name}，您好：\n\n{company} 的账户 {userName} 已通过审批，您现在可以登录：\n\n{link}\n",
  mailRegisterDeclinedSubject: "您的账户申请",
  mailRegisterDeclinedBody:
    "{name}，您好：\n\n我们暂时无法为 {company} 开通账户。您提供的信息将在 90 天内删除。\n",
  mailRegisterDeclinedReasonSubject: "您的账户申请",
  mailRegisterDeclinedReasonBody:
    "{name}，您好：\n\n我们暂时无法为 {company} 开通账户：\n\n{reason}\n\n您提供的信息将在 90 天内删除。\n",
  secondFactorNeeded: "请输入双重验证的验证码",
  challengeOver: "登录超时，请重新开始",
  proofNeeded: "请先在个人资料的“登录与安全”中确认是您本人",
  apiKeysMost: "贵公司已有 {most} 个有效密钥，达到上限：请先撤销一个",
  seenOnly: "您正以该用户的视角查看门户：不能更改任何内容，也看不到仅限其本人查看的内容",
  seenNotActive: "该账户未启用，无法以其视角查看门户",
  factorDue: "此处要求启用双重验证，请先完成设置",
  factorWrong: "验证码不正确、已使用或已过期",
  factorThere: "您的账户已启用双重验证",
  factorRequired: "此处要求启用双重验证，因此无法关闭",
  ownFactorFirst: "请先为自己启用双重验证",
  passkeyLate: "操作超时，请重试",
  passkeyWrong: "无法验证此通行密钥，请重试",
  passkeyUnknown: "此通行密钥已不属于任何账户",
  passkeyKnown: "此通行密钥已在您的列表中",
  tooManyPasskeys: "您已有 20 个通行密钥，请先删除一个",
  lastPasskey: "此通行密钥是您唯一的登录方式，请先设置密码",
  mailResetSubject: "重置您的密码",
  mailResetBody:
    "{name}，您好：\n\n我们收到了为账户 {userName} 重置密码的请求。请在 {hours} 小时内打开以下链接设置新密码：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，密码不会改变。\n",
  mailResetSeveralSubject: "重置您的密码",
  mailResetSeveralBody:
    "{name}，您好：\n\n我们收到了重置密码的请求。有 {count} 个账户使用此邮箱，每个账户各收到一封邮件。本邮件对应 {company} 的账户 {userName}。请在 {hours} 小时内打开以下链接设置其新密码：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，密码不会改变。\n",
  mailWelcomeSubject: "{inviter} 邀请您使用 {product}",
  mailWelcomeBody:
    "{name}，您好：\n\n{inviterCompany} 的 {inviter} 邀请您作为 {company} 的成员使用 {product}。您的用户名是 {userName}。请在 {hours} 小时内打开以下链接设置密码：\n\n{link}\n\n如果您不认识 {inviterCompany}，则无需任何操作。\n",
  mailEmailConfirmSubject: "请确认您的邮箱地址",
  mailEmailConfirmBody:
    "{name}，您好：\n\n账户 {userName} 申请将本地址设为其邮箱。请在 {hours} 小时内打开以下链接并确认：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，账户的邮箱不会改变。\n",
  mailEmailTakenSubject: "该地址已有账户",
  mailEmailTakenBody:
    "您好：\n\n有人申请将本地址设为另一账户的邮箱。本地址已属于其他公司的账户，因此未作任何更改。如果是您本人的操作，请使用其他地址；否则请忽略本邮件。\n",
  mailEmailAskedSubject: "您的账户申请更换邮箱",
  mailEmailAskedBody:
    "{name}，您好：\n\n账户 {userName} 申请将邮箱更换为 {email}，新地址确认后即生效。如果这不是您本人的操作，请立即重新设置密码，更换也将随之取消：\n\n{link}\n",
  mailEmailChangedSubject: "您的邮箱已更换",
  mailEmailChangedBody:
    "{name}，您好：\n\n账户 {userName} 的邮箱已更换为 {email}。如果这不是您本人的操作，请立即联系贵公司的管理员或您的货代。\n",
  mailPasswordChangedSubject: "您的密码已更改",
  mailPasswordChangedBody:
    "{name}，您好：\n\n账户 {userName} 的密码已更改。如果这不是您本人的操作，请立即重新设置密码：\n\n{link}\n",
  mailFactorAddedSubject: "您的账户已启用双重验证",
  mailFactorAddedBody:
    "{name}，您好：\n\n此后登录账户 {userName} 需要输入一次性验证码。如非您本人操作，请立即联系贵公司管理员或货代。\n\n{link}\n",
  mailFactorRemovedSubject: "您的账户已停用双重验证",
  mailFactorRemovedBody:
    "{name}，您好：\n\n账户 {userName} 此后无需一次性验证码即可使用。如非您本人操作，也未请管理员停用，请立即修改密码并重新启用双重验证：\n\n{link}\n",
  mailRecoveryUsedSubject: "您的账户使用了恢复代码",
  mailRecoveryUsedBody:
    "{name}，您好：\n\n账户 {userName} 刚使用了一个恢复代码，该代码已失效。如非您本人操作，请立即修改密码并重新生成恢复代码：\n\n{link}\n",
  mailPasskeyAddedSubject: "您的账户已添加通行密钥",
  mailPasskeyAddedBody:
    "{name}，您好：\n\n此后可用通行密钥“{passkey}”登录账户 {userName}。如非您本人操作，请立即在个人资料中将其删除并修改密码：\n\n{link}\n",
};
