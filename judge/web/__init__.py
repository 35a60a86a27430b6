"""`judge serve`: the rules questions of `judge.service` as a web page and an API that can stand on the open net.

`app` puts it together: `api` answers as data, `site` as pages, `guards` stand before both, `workers` holds the processes in which everything that a stranger
asks is carried out, under the `limits`; `server` is the HTTP server around it. It needs the extra packages of `judge[web]`, so nothing else imports this.
"""
