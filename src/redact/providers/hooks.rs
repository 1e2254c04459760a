//! Addresses that open something to whoever knows them: incoming webhooks and bot addresses.

super::rules! { RULES:
    "slack-webhook" "Slack incoming webhook"
        "docs.slack.dev/messaging/sending-messages-using-incoming-webhooks"
        ["hooks.slack.com/services/" "hooks.slack-gov.com/services/"] "" "hooks\\.slack[gov-]{0,4}\\.com/services/([A-Za-z0-9/_-]{20,100})" Digit;
    "slack-workflow-webhook" "Slack workflow webhook"
        "slack.com/help/articles/360041352714"
        ["hooks.slack.com/workflows/"] "" "hooks\\.slack\\.com/workflows/([A-Za-z0-9/_-]{20,140})" Digit;
    "slack-trigger" "Slack workflow trigger"
        "slack.com/help/articles/360041352714"
        ["hooks.slack.com/triggers/"] "" "hooks\\.slack\\.com/triggers/([A-Za-z0-9/_-]{20,140})" Digit;
    "discord-webhook" "Discord webhook"
        "discord.com/developers/docs/resources/webhook"
        ["/api/webhooks/"] "" "/api/webhooks/[0-9]{15,22}/([A-Za-z0-9_-]{40,100})" Shape;
    "discord-webhook-versioned" "Discord webhook with the version of the API"
        "discord.com/developers/docs/reference#api-versioning"
        ["/webhooks/"] "" "/webhooks/[0-9]{15,22}/([A-Za-z0-9_-]{60,100})" Shape;
    "teams-webhook" "Microsoft Teams incoming webhook"
        "learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook"
        ["/IncomingWebhook/"] "" "/IncomingWebhook/([A-Za-z0-9]{24,64}[A-Za-z0-9/_-]{0,120})" Digit;
    "telegram-url" "Telegram bot address"
        "core.telegram.org/bots/api#making-requests"
        ["api.telegram.org/bot" "api.telegram.org/file/bot"] "" "api\\.telegram\\.org/[file/]{0,5}bot([0-9]{6,12}:[A-Za-z0-9_-]{30,40})" Shape;
    "zapier-hook" "Zapier catch hook"
        "help.zapier.com/hc/articles/8496288690317"
        ["hooks.zapier.com/hooks/catch/"] "" "hooks\\.zapier\\.com/hooks/catch/([0-9]{4,12}/[A-Za-z0-9]{5,12})" Shape;
    "make-hook" "Make webhook"
        "www.make.com/en/help/tools/webhooks"
        [".make.com/" ".integromat.com/"] "" "\\.[a-z]{4,10}\\.com/([a-z0-9]{30,36})" Digit;
    "ifttt" "IFTTT Maker webhook"
        "ifttt.com/maker_webhooks"
        ["/with/key/"] "" "/with/key/([A-Za-z0-9_-]{20,64})" Shape;
    "ifttt-json" "IFTTT Maker webhook for JSON"
        "ifttt.com/maker_webhooks"
        ["/json/with/key/"] "" "/json/with/key/([A-Za-z0-9_-]{20,64})" Shape;
    "google-chat" "Google Chat webhook token"
        "developers.google.com/workspace/chat/quickstart/webhooks"
        ["chat.googleapis.com/v1/spaces/"] "" "chat\\.googleapis\\.com/v1/spaces/[A-Za-z0-9_-]{6,20}/messages\\?key=([A-Za-z0-9_&=%.-]{40,200})" Shape;
    "feishu-hook" "Feishu and Lark custom bot"
        "open.feishu.cn/document/client-docs/bot-v3/add-custom-bot"
        ["/open-apis/bot/v2/hook/"] "" "/open-apis/bot/v2/hook/([A-Za-z0-9-]{30,40})" Shape;
    "wecom-hook" "WeCom group bot"
        "developer.work.weixin.qq.com/document/path/91770"
        ["/cgi-bin/webhook/send?key="] "" "/cgi-bin/webhook/send\\?key=([A-Za-z0-9-]{30,40})" Shape;
    "mattermost-hook" "Mattermost incoming webhook"
        "developers.mattermost.com/integrate/webhooks/incoming"
        ["/hooks/"] "" "/hooks/([a-z0-9]{26})" Digit;
    "rocketchat-hook" "Rocket.Chat incoming webhook"
        "docs.rocket.chat/docs/integrations"
        ["/hooks/"] "" "/hooks/([A-Za-z0-9]{17,24}/[A-Za-z0-9]{40,50})" Shape;
    "pipedream" "Pipedream HTTP trigger"
        "pipedream.com/docs/workflows/building-workflows/triggers"
        [".m.pipedream.net"] "a-z0-9" "([a-z0-9]{14,40})\\.m\\.pipedream\\.net" Digit;
    "atlassian-automation" "Atlassian automation webhook"
        "support.atlassian.com/cloud-automation/docs/jira-automation-triggers"
        ["automation.atlassian.com/pro/hooks/"] "" "automation\\.atlassian\\.com/pro/hooks/([A-Za-z0-9]{30,64})" Shape;
    "healthchecks" "Healthchecks.io ping address"
        "healthchecks.io/docs/http_api"
        ["hc-ping.com/"] "" "hc-ping\\.com/([0-9a-f]{8}-[0-9a-f-]{27})" Shape;
    "azure-function-code" "Azure Functions access key of an address"
        "learn.microsoft.com/azure/azure-functions/function-keys-how-to"
        ["?code=" "&code="] "" "[?&]code=([A-Za-z0-9_/+-]{40,70}[=%3D]{0,6})" Mixed;
    "presigned" "Signature of a presigned address of AWS, Google Cloud, Alibaba Cloud and CloudFront"
        "docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"
        ["Signature="] "" "Signature=([A-Za-z0-9%+/_~=-]{27,1200})" Digit;
    "logic-app" "Azure Logic Apps request trigger signature"
        "learn.microsoft.com/azure/logic-apps/logic-apps-securing-a-logic-app"
        ["&sig="] "" "&sig=([A-Za-z0-9%_-]{24,80})" Mixed;
}
