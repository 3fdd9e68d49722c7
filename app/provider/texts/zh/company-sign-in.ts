import type { companySignIn as en } from "../en/company-sign-in.ts";

export const companySignIn: Record<keyof typeof en, string> = {
  companyUnknown: "没有公司以此域名在这里登录。请用用户名和密码登录，或向您的管理员询问正确的地址",
  companyUnreachable: "贵公司的登录服务没有正常响应。请几分钟后再试；如仍不行，请告知您的管理员",
  companyAddress: "无法从这里使用贵公司登录服务的地址。请告知您的管理员",
  companyDenied: "登录在贵公司的登录服务处被取消或拒绝。请重试，或询问您的管理员",
  companyRefused: "贵公司的登录服务拒绝了请求。请重试，或告知您的管理员",
  companyClock: "贵公司登录服务的时钟与我们不一致，无法使用其答复。请告知您的管理员",
  companyWrongAnswer: "贵公司登录服务的答复不属于本次登录。请重新开始",
  companyWrongIssuer: "答复来自另一个登录服务，而不是贵公司的。请重新开始；如再次发生，请告知您的管理员",
  companyLate: "本次登录用时过长、已被使用，或在另一个浏览器中开始。请重新开始",
  companyTenant: "您在那里登录的是另一个组织，而不是贵公司。请在那里切换账户后重试",
  companyOther: "此登录属于另一家公司的账户",
  companyOtherPerson: "在那里登录的是另一个人。请用您在这里使用的账户确认",
  companyNoAddress: "贵公司的登录服务没有提供您的邮箱地址。您的管理员可以让其发送声明“email”",
  companyUnconfirmed: "贵公司的登录服务没有确认您的邮箱地址。请告知您的管理员",
  companyDomain: "您的邮箱地址不属于贵公司已证明的域名。请告知您的管理员",
  companySeveral: "您的邮箱地址属于贵公司的另一个或多个账户。您的管理员可以更正",
  companyNoAccount: "您在这里还没有账户。请向贵公司的管理员索取邀请",
  passwordsOff: "贵公司通过自己的登录服务登录。请选择“通过公司登录”",
  proofByCode: "请用双重验证的验证码确认",
  proofByPassword: "请用密码确认",
  passwordAccountKept: "贵公司停用密码期间，此账户保留密码。请先为此选择另一个账户",
  companyNeedsDomain: "请先证明贵公司的一个域名",
  companyNotProved: "请先用这些设置亲自通过公司登录服务登录一次，以免有人无法登录",
  companyKeptAccount: "请选择一位有密码且已启用的管理员",
  companyNoDiscovery:
    "该地址没有像 OpenID 服务那样响应：它必须在颁发者地址下的 /.well-known/openid-configuration 公布自己",
  domainThere: "该域名已在列表中",
  tooManyDomains: "列表中已有 20 个域名：请先删除一个",
  domainTaken: "另一家公司已证明该域名。如果有误，请告知我们",
  domainNoRecord: "在 {record} 处还没有包含此文本的 TXT 记录。新记录可能需要几小时才能在各处生效",
  logoutTokenInvalid: "退出令牌未被接受",
  mailDomainSubject: "{company} 申请使用 {domain} 登录",
  mailDomainBody:
    "您好：\n\n{company} 申请让使用 {domain} 邮箱地址的人员通过 {company} 的登录服务登录本门户。作为 {domain} 的邮件管理员，由您决定。如果无误，请在 {hours} 小时内打开此链接并确认：\n\n{link}\n\n如果有误，无需任何操作。\n",
  mailResetCompanySubject: "登录您的账户",
  mailResetCompanyBody:
    "{name}，您好：\n\n有人为账户 {userName} 申请新密码。贵公司通过自己的登录服务登录，因此没有密码可重置。请在这里登录：\n\n{link}\n",
  mailResetCompanySeveralSubject: "登录您的账户",
  mailResetCompanySeveralBody:
    "{name}，您好：\n\n有人申请了新密码。有 {count} 个账户使用此邮箱，每个账户各收到一封邮件。本邮件对应 {company} 的账户 {userName}：该公司通过自己的登录服务登录，因此没有密码可重置。请在这里登录：\n\n{link}\n",
  mailWelcomeCompanySubject: "{inviter} 邀请您使用 {product}",
  mailWelcomeCompanyBody:
    "{name}，您好：\n\n{inviterCompany} 的 {inviter} 邀请您作为 {company} 的成员使用 {product}。您的用户名是 {userName}。贵公司通过自己的登录服务登录。请用您的邮箱地址在这里打开：\n\n{link}\n",
  mailCompanyLinkedSubject: "现在可以通过公司登录打开您的账户",
  mailCompanyLinkedBody:
    "{name}，您好：\n\n账户 {userName} 首次通过贵公司的登录服务打开，今后也可以这样打开。如果不是您本人操作，请告知贵公司的管理员。\n\n{link}\n",
};
