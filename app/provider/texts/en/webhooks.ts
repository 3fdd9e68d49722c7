/** What people are told of webhooks. */
export const webhooks = {
  webhooksMost: "Your company has {most} webhooks, the most there can be: remove one first",
  webhookAddress:
    "This address cannot be used: it has to begin with https:// and lead to the public internet",
  webhookHost: "The host of this address is not found at present: check how it is written",
  webhookChanged: "Somebody has changed this webhook meanwhile. Nothing was overwritten.",
  webhookTested:
    "A test was sent a moment ago: see what came of it, and send the next one after {seconds} seconds",
  mailWebhookFailingSubject: "The webhook {webhook} does not arrive",
  mailWebhookFailingBody:
    "Hello {name},\n\nfor more than {warnedDays} days {host} has taken nothing that the webhook {webhook} tells it. After {stoppedDays} days without success it is switched off. What was tried and why it failed is shown here:\n\n{link}\n",
  mailWebhookStoppedSubject: "The webhook {webhook} is switched off",
  mailWebhookStoppedBody:
    "Hello {name},\n\nfor more than {stoppedDays} days {host} has taken nothing that the webhook {webhook} tells it, so it is switched off. Once the receiver works again, switch it on here:\n\n{link}\n",
  mailWebhookGoneSubject: "The receiver of the webhook {webhook} has ended it",
  mailWebhookGoneBody:
    "Hello {name},\n\n{host} has answered that it takes nothing more (410), so the webhook {webhook} is switched off. If that is a mistake, switch it on here:\n\n{link}\n",
};
